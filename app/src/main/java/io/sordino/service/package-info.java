/** The one door: text, JSON and HTTP all enter here. */
package io.sordino.service;
