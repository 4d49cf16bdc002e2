/** The HTTP API and the page, served by Jetty. */
package io.sordino.server;
