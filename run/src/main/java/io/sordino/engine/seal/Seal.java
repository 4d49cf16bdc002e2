package io.sordino.engine.seal;

/**
 * Whoever makes a release shows this. The package is exported to the modules of this project alone, so a program cannot name it, and a value
 * with a plan of its own making cannot pass for a release.
 */
public enum Seal {
    /** The only one. */
    OURS
}
