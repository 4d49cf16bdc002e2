/** A plugin of PIT, which has no sampler of its own. */
package io.sordino.mutation;
