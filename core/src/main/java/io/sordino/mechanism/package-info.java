/** What was run: immutable records that samplers draw from, theorems bound and ledgers store. */
package io.sordino.mechanism;
