/** Published statements about mechanisms, one file each; {@link io.sordino.theorem.Theorems} lists them. */
package io.sordino.theorem;
