/** What a request costs: banks of coupons and filters, each with the theorem that makes it safe to choose as one goes. */
package io.sordino.ledger.rule;
