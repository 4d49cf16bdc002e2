/** What runs: queries over values in memory, samplers of records and shuffled protocols, each of which owns the plan it is accounted for by. */
package io.sordino.engine;
