/** All theorems, in the order in which they are asked. */
package io.sordino.theorem.catalogue;
