/** Noise, the selection of keys, and estimates with intervals: what leaves the room. */
package io.sordino.table.release;
