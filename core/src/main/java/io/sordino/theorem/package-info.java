/** Published statements about mechanisms, one file each; {@link io.sordino.theorem.catalogue.Theorems} lists them. */
package io.sordino.theorem;
