package io.sordino.cli;

import java.util.ServiceLoader;

/** What runs on other machines, where the module for it is on the class path. */
public final class Clusters {
    private Clusters() {}

    public static <T> T find(Class<T> service) {
        return ServiceLoader.load(service)
                .findFirst()
                .orElseThrow(() -> CommandException.invalid(
                        "Spark is not here",
                        "start with ./sordino of a checkout, which fetches it, or with spark-submit"));
    }
}
