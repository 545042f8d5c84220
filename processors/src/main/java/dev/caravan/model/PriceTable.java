package dev.caravan.model;

import dev.langchain4j.model.output.TokenUsage;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What tokens cost, in US dollars, by the provider's name of the model. */
public final class PriceTable {
    private static final Pattern PRICE = Pattern.compile(
            "\\s*(\\d{1,6}(?:\\.\\d{1,6})?)\\s+(\\d{1,6}(?:\\.\\d{1,6})?)(?:\\s+(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])))?\\s*");

    private final Map<String, Price> prices = new HashMap<>();

    /**
     * US dollars.
     *
     * @param read for a million tokens read
     * @param written for a million tokens written
     * @param since the day from which it is known to hold, as YYYY-MM-DD; empty where nobody said
     */
    public record Price(BigDecimal read, BigDecimal written, String since) {}

    /** With prices such as "1.25 10" or "1.25 10 2026-10-01", by model; what cannot be read as one is left out. */
    public PriceTable(Map<String, String> prices) {
        prices.forEach((model, text) -> {
            var parts = PRICE.matcher(text);
            if (parts.matches()) {
                this.prices.put(
                        model,
                        new Price(
                                new BigDecimal(parts.group(1)),
                                new BigDecimal(parts.group(2)),
                                Optional.ofNullable(parts.group(3)).orElse("")));
            }
        });
    }

    /** What is wrong with a price, as the end of a sentence; empty when nothing. */
    public static Optional<String> objection(String text) {
        return PRICE.matcher(text).matches()
                ? Optional.empty()
                : Optional.of(
                        "is not two prices, for a million tokens read and written, and the day they are of, like 1.25 10 2026-10-01");
    }

    /** Whether the model has a price. */
    public boolean knows(String model) {
        return prices.containsKey(model);
    }

    /** The price of a model. */
    public Optional<Price> of(String model) {
        return Optional.ofNullable(prices.get(model));
    }

    /** What a call cost; empty where nobody said the model's price. */
    public Optional<BigDecimal> dollars(String model, TokenUsage tokens) {
        return Optional.ofNullable(prices.get(model)).map(price -> price.read()
                .multiply(count(tokens.inputTokenCount()))
                .add(price.written().multiply(count(tokens.outputTokenCount())))
                .movePointLeft(6));
    }

    private static BigDecimal count(Integer tokens) {
        return BigDecimal.valueOf(tokens == null ? 0 : tokens);
    }
}
