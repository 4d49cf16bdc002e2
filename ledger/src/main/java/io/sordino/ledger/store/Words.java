package io.sordino.ledger.store;

/**
 * Who keeps something in a database, as its messages say it.
 *
 * @param thing such as "ledger"
 * @param kept what must not be lost, such as "charges"
 * @param nothing where nothing was changed, such as "nothing was charged"
 * @param again what to do then, such as "send the request again"
 * @param unknown what to do where nobody knows whether it was changed
 */
public record Words(String thing, String kept, String nothing, String again, String unknown) {
    static final Words LEDGER = new Words(
            "ledger",
            "charges",
            "nothing was charged",
            "send the request again with the same request id",
            "send the request again with the same request id: it is charged once");
}
