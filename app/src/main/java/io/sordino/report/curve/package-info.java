/** Which points a picture shows. */
package io.sordino.report.curve;
