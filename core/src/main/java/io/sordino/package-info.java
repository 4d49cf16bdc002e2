/** The way in for programs: {@link io.sordino.Privacy}. */
package io.sordino;
