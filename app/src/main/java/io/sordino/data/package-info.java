/** Records from files by a public schema, and models to files. */
package io.sordino.data;
