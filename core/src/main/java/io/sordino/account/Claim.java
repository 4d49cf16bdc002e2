package io.sordino.account;

import io.sordino.mechanism.Direction;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Known;

/** What one theorem says about the question asked, in one direction: epsilon, or the natural logarithm of delta. */
public record Claim(Direction direction, Known known, Bracket answer) {}
