/** Why something is refused and what to do about it, as values that silences and exceptions carry. */
package io.sordino.refusal;
