package io.sordino.server.budget;

import io.sordino.refusal.InvalidException;
import java.util.Locale;

/** What somebody may do with budgets; each may do what those before it may. */
public enum Role {
    /** See what was spent and what a request would take. */
    LOOK,
    /** Charge requests and keep their answers. */
    SPEND,
    /** Create budgets and swap their coupons. */
    CREATE;

    /** As users write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Read from what users write. */
    public static Role of(String label) {
        for (Role role : values()) if (role.label().equals(label.strip().toLowerCase(Locale.ROOT))) return role;
        throw new InvalidException("a role is look, spend or create, was '" + label + "'");
    }

    boolean may(Role needed) {
        return compareTo(needed) >= 0;
    }
}
