package io.sordino.violation.loss.lattice;

/** Stands for a type of the lattice. */
public final class Internal {}
