package io.sordino.loss;

/** A privacy curve that can be evaluated at any order: the hub that the other forms are made from. */
public non-sealed interface Profile extends Loss {}
