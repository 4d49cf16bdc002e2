/** What is run on data, each with the plan that it is accounted for by: queries, samplers, protocols, training and audits. */
module io.sordino.run {
    requires transitive io.sordino.core;

    exports io.sordino.audit;
    exports io.sordino.engine;
    exports io.sordino.engine.protocol;
    exports io.sordino.engine.query;
    exports io.sordino.engine.sample;
    exports io.sordino.engine.seal to
            io.sordino.table;
    exports io.sordino.train;
    exports io.sordino.train.data;
    exports io.sordino.train.model;
}
