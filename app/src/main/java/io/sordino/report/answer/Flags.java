package io.sordino.report.answer;

import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import java.util.Locale;

/** Remedies as the command line words them: a setting is a flag, and a table is printed by a command. */
public final class Flags {
    private Flags() {}

    public static String said(Remedy remedy) {
        return remedy.in(Flags::flag);
    }

    public static String said(Refusal refusal) {
        return refusal.reason()
                + refusal.remedy().map(remedy -> "; " + said(remedy)).orElse("");
    }

    static String flag(Remedy.Name name) {
        return name == Remedy.Name.COVERAGE
                ? "run `sordino support`"
                : "--" + name.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
