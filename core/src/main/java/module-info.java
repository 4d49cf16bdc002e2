/** Certified brackets on how private a plan is; {@link io.sordino.Privacy} is the way in. The rooms behind the vocabulary are hidden. */
module io.sordino.core {
    requires transitive com.fasterxml.jackson.core;
    requires org.apache.commons.numbers.core;
    requires org.apache.commons.numbers.gamma;

    exports io.sordino;
    exports io.sordino.account;
    exports io.sordino.loss;
    exports io.sordino.mechanism;
    exports io.sordino.noise;
    exports io.sordino.numeric;
    exports io.sordino.plan;
    exports io.sordino.refusal;
    exports io.sordino.theorem;
    exports io.sordino.theorem.catalogue;
}
