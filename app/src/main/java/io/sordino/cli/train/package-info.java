/** The commands that train a model and use it, and their options. */
package io.sordino.cli.train;
