/** What only this project's own queries hold; the module shows it to nobody else. */
package io.sordino.engine.seal;
