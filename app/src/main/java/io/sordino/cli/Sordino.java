package io.sordino.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The command line's entry point. */
@Command(name = "sordino", mixinStandardHelpOptions = true, versionProvider = Sordino.Version.class)
public final class Sordino implements Runnable {
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Sordino()).execute(arguments));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    /** The version that the jar's manifest states; classes that run outside a jar have none. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(Sordino.class.getPackage().getImplementationVersion())
                    .orElse("(development)");
            return new String[] {"sordino " + version};
        }
    }
}
