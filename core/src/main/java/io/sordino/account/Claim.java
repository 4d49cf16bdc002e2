package io.sordino.account;

import io.sordino.mechanism.Direction;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Derivation;
import io.sordino.theorem.Reach;

/**
 * What one theorem says about the question asked, in one direction: epsilon, or the natural logarithm of delta.
 *
 * @param reach which ends of the answer say something about the truth
 * @param why the proof tree behind it
 */
public record Claim(Direction direction, Reach reach, Derivation why, Bracket answer) {}
