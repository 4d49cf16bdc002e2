/** A program of its own, on the module path. */
module example {
    requires io.sordino.core;
}
