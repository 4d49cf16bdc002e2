package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.refusal.InvalidException;

/** The numbers of a campaign that shuffler and analyzer ask for. */
final class Numbers {
    private Numbers() {}

    static long whole(Campaign campaign, String name) {
        double value = real(campaign, name);
        if (!(value >= 0 && value <= 1e15 && value == Math.rint(value)))
            throw new InvalidException("the campaign's " + name + " is no count", "plan the campaign again");
        return (long) value;
    }

    static double real(Campaign campaign, String name) {
        if (campaign.says(name) && campaign.word(name) instanceof Number number) return number.doubleValue();
        throw new InvalidException("the campaign has no number " + name, "plan the campaign again");
    }
}
