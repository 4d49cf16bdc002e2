package io.sordino.ledger.rule;

/**
 * Something of which a budget has so much and no more: an epsilon, a rho, a kind of coupon.
 *
 * @param digits amounts are whole numbers of 10^-digits; 0 for coupons, which are counted
 * @param most how many units there are
 */
public record Resource(String name, int digits, long most) {
    public Resource {
        if (!(most >= 0)) throw new IllegalArgumentException("most must be at least 0, was " + most);
    }
}
