/** Asks every theorem, keeps the best of each end, and looks for the least noise that keeps a promise. */
package io.sordino.account;
