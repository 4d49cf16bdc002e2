/** What is known of a privacy loss, for one mechanism in one direction. */
package io.sordino.loss;
