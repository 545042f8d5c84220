package dev.caravan.app;

import static dev.caravan.app.SettingKey.choice;
import static dev.caravan.app.SettingKey.decimal;
import static dev.caravan.app.SettingKey.decimalOrEmpty;
import static dev.caravan.app.SettingKey.duration;
import static dev.caravan.app.SettingKey.filled;
import static dev.caravan.app.SettingKey.flag;
import static dev.caravan.app.SettingKey.httpUrl;
import static dev.caravan.app.SettingKey.number;
import static dev.caravan.app.SettingKey.secret;

import dev.caravan.model.PriceTable;
import dev.caravan.model.remote.RemoteKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of the language models. Meanings and values stand in application.yaml. */
final class ModelKeys {
    /** The name of the built-in model. */
    static final String OFFLINE = "offline";

    /** The names of all providers, the built-in one first. */
    static final List<String> PROVIDERS = Stream.concat(
                    Stream.of(OFFLINE), Arrays.stream(RemoteKind.values()).map(RemoteKind::code))
            .toList();

    static final List<SettingKey> ALL = all();

    private ModelKeys() {}

    private static List<SettingKey> all() {
        List<SettingKey> keys = new ArrayList<>();
        keys.add(choice("model.provider", PROVIDERS.toArray(String[]::new)));
        keys.add(choice("model.frontier-provider", orNone()));
        keys.add(choice("model.lightweight-provider", orNone()));
        keys.add(new SettingKey("model.fallback", false, ModelKeys::fallback));
        keys.add(choice("model.prompts.*", "frontier", "lightweight"));
        keys.add(SettingKey.text("model.reasoning"));
        keys.add(number("model.breaker.failures", 1, 1_000));
        keys.add(duration("model.breaker.open", "100ms", "1h"));
        keys.add(duration("model.retry-delay", "1ms", "1m"));
        keys.add(duration("model.limited-delay", "1ms", "1m"));
        keys.add(duration("model.retry-after", "0s", "10m"));
        keys.add(number("model.max-output", 16, 1_000_000));
        keys.add(number("model.max-reply", 1_024, 67_108_864));
        keys.add(number("model.turn.calls", 1, 10_000));
        keys.add(number("model.turn.tokens", 1_000, 100_000_000));
        keys.add(decimal("model.turn.dollars"));
        keys.add(flag("model.cache.enabled"));
        keys.add(duration("model.cache.keep", "1s", "720h"));
        keys.add(number("model.cache.entries", 1, 10_000_000));
        keys.add(decimal("model.cache.similarity"));
        keys.add(choice("model.recording", "off", "record", "replay"));
        keys.add(filled("model.recordings"));
        for (RemoteKind kind : RemoteKind.values()) {
            String prefix = "model.providers." + kind.code();
            keys.add(httpUrl(prefix + ".base-url"));
            keys.add(secret(prefix + ".key"));
            keys.add(SettingKey.text(prefix + ".frontier"));
            keys.add(SettingKey.text(prefix + ".lightweight"));
            keys.add(choice(prefix + ".structured", "schema", "json", "text"));
            keys.add(choice(prefix + ".tools", "native", "schema", "auto"));
            keys.add(number(prefix + ".requests-per-minute", 1, 1_000_000));
            keys.add(duration(prefix + ".timeout", "10ms", "1h"));
            keys.add(decimalOrEmpty(prefix + ".temperature"));
        }
        keys.add(new SettingKey("model.prices.*", false, value -> PriceTable.objection(value)));
        return List.copyOf(keys);
    }

    private static String[] orNone() {
        return Stream.concat(Stream.of(""), PROVIDERS.stream()).toArray(String[]::new);
    }

    private static Optional<String> fallback(String value) {
        List<String> unknown = Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty() && !PROVIDERS.contains(name))
                .toList();
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "names no provider; there are " + PROVIDERS.stream().collect(Collectors.joining(", ")));
    }
}
