/** The HTTP API and the page, served by the JDK's own server. */
package io.sordino.server;
