package dev.caravan.model;

import dev.caravan.model.ModelFailure.Kind;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a call to one provider, once, and books it. */
public final class AskProvider {
    private static final Logger LOG = LoggerFactory.getLogger(AskProvider.class);
    private static final TokenUsage NOTHING = new TokenUsage(0, 0);

    private final ModelProvider provider;
    private final PriceTable prices;
    private final CallLedger ledger;

    /** For one provider. */
    public AskProvider(ModelProvider provider, PriceTable prices, CallLedger ledger) {
        this.provider = provider;
        this.prices = prices;
        this.ledger = ledger;
    }

    /**
     * With the provider's reply.
     *
     * @throws ModelFailure when there is none, or none with content
     */
    public ModelCall call(ModelCall call) {
        long began = System.nanoTime();
        ChatResponse response;
        try {
            response = plain(provider.answer(call));
        } catch (ModelFailure e) {
            book(call, e.kind().code(), began, NOTHING, 0);
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            // adapters tell every trouble of their provider as such: what else is thrown comes of this one call
            LOG.error(
                    "a fault in handling {} by {} in turn {}", call.prompt().key(), provider.name(), call.turnId(), e);
            book(call, Kind.FAULT.code(), began, NOTHING, 0);
            throw ModelFailure.of(Kind.FAULT, "the program met a fault in asking " + provider.name(), e);
        }
        Optional<ModelFailure> failure = unusable(response);
        book(
                call,
                failure.map(found -> found.kind().code()).orElse("ok"),
                began,
                Optional.ofNullable(response.tokenUsage()).orElse(NOTHING),
                CallLedger.length(response.aiMessage()));
        if (failure.isPresent()) {
            throw failure.get();
        }
        return call.withReply(response, provider.name(), provider.model(call.type()));
    }

    /** Thoughts are not for people, and hold braces that are no reply. */
    private static ChatResponse plain(ChatResponse response) {
        AiMessage message = response.aiMessage();
        String text = message.text() == null ? null : Replies.withoutThoughts(message.text());
        return Objects.equals(text, message.text())
                ? response
                : response.toBuilder().aiMessage(message.withText(text)).build();
    }

    /** A reply that was paid for, but holds nothing. */
    private Optional<ModelFailure> unusable(ChatResponse response) {
        AiMessage message = response.aiMessage();
        boolean empty = !message.hasToolExecutionRequests()
                && (message.text() == null || message.text().isBlank());
        // Anthropic's refusal arrives as another reason without content; with others that is a fault that may pass
        boolean refused = empty
                && response.finishReason() == FinishReason.OTHER
                && provider.name().equals("anthropic");
        if (refused || response.finishReason() == FinishReason.CONTENT_FILTER) {
            return Optional.of(ModelFailure.of(
                    Kind.FILTERED, "the content filter of " + provider.name() + " held the answer back", null));
        }
        if (empty && response.finishReason() == FinishReason.LENGTH) {
            // models that think can spend all of it before the first word; they would again
            return Optional.of(ModelFailure.of(
                            Kind.EMPTY,
                            provider.name() + " reached the longest reply (model.max-output) before it said anything",
                            null)
                    .lasting());
        }
        return empty
                ? Optional.of(ModelFailure.of(Kind.EMPTY, provider.name() + " gave an empty answer", null))
                : Optional.empty();
    }

    private void book(ModelCall call, String status, long began, TokenUsage tokens, int replyLength) {
        String model = provider.model(call.type());
        Optional<BigDecimal> dollars = prices.dollars(model, tokens);
        ledger.book(
                call.turnId(),
                call.part(),
                new CallLedger.Entry(
                        call.prompt().key(),
                        provider.name(),
                        model,
                        status,
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began),
                        tokens,
                        dollars,
                        RequestHash.of(call),
                        replyLength));
    }
}
