package io.sordino.cli;

import io.sordino.refusal.InvalidException;
import io.sordino.report.caveat.CorruptClients;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How many clients do not hide anybody. */
final class CorruptOption {
    @Option(
            names = "--corrupt",
            paramLabel = "SHARE",
            converter = OfShare.class,
            description = "Share of the clients of a shuffle that collude or drop out, such as 5%% or 0.05;"
                    + " the guarantee is that of the honest reports alone.")
    private CorruptClients honest = new CorruptClients(0);

    CorruptClients honest() {
        return honest;
    }

    /** For picocli. */
    static final class OfShare implements ITypeConverter<CorruptClients> {
        @Override
        public CorruptClients convert(String value) {
            String text = value.strip();
            boolean percent = text.endsWith("%");
            double number = NumberOptions.parse(percent ? text.substring(0, text.length() - 1) : text);
            try {
                return new CorruptClients(percent ? number / 100 : number);
            } catch (InvalidException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
