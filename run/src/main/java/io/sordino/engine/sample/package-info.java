/** Batches of records that are drawn as they are charged: the sealed family of samplers, and what only it can open. */
package io.sordino.engine.sample;
