package dev.caravan.model.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.caravan.model.ModelCall;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.ModelFailure.Kind;
import dev.caravan.model.ModelProvider;
import dev.caravan.model.ModelType;
import dev.caravan.model.Replies;
import dev.caravan.model.Talk;
import dev.caravan.model.remote.RemoteSettings.Structured;
import dev.caravan.model.remote.RemoteSettings.Tools;
import dev.caravan.trace.TurnCancel;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider that is reached over HTTP. LangChain4j's models are made once for each of the provider's; the HTTP client below
 * them knows the call at hand, which so can be stopped, bounded in time and size, and asked what the headers said.
 */
public final class RemoteProvider implements ModelProvider {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteProvider.class);

    private final RemoteSettings settings;
    private final TurnCancel cancel;
    private final ProviderHttp http;
    private final Map<ModelType, ChatModel> models = new ConcurrentHashMap<>();
    private final Map<ModelType, StreamingChatModel> streaming = new ConcurrentHashMap<>();

    /** A provider, nothing of which is opened before the first call. */
    public RemoteProvider(RemoteSettings settings, TurnCancel cancel) {
        this.settings = settings;
        this.cancel = cancel;
        this.http = new ProviderHttp(settings);
    }

    @Override
    public String name() {
        return settings.kind().code();
    }

    @Override
    public String model(ModelType type) {
        return switch (type) {
            case FRONTIER -> settings.frontier();
            case LIGHTWEIGHT -> settings.lightweight();
        };
    }

    @Override
    public ChatResponse answer(ModelCall call) {
        if (settings.isKeyMissing()) {
            throw ModelFailure.of(Kind.KEY, name() + " wants a key, and none is set", null);
        }
        if (cancel.isCancelled(call.turnId())) {
            throw cancelled();
        }
        // a call that outlives its turn is of no use to anybody
        Duration timeout = call.left().compareTo(settings.timeout()) < 0 ? call.left() : settings.timeout();
        ChatRequest request = request(call);
        CallWatch watch = new CallWatch(request.responseFormat() != null);
        Future<?> clock = CallWatch.after(timeout, () -> watch.end(Kind.TIMEOUT));
        TurnCancel.Registration stopping = cancel.onCancel(call.turnId(), () -> watch.end(Kind.CANCELLED));
        try {
            // a form is no text to be heard
            Optional<Talk> talk = call.talk().filter(t -> request.responseFormat() == null);
            ChatResponse response = http.watched(
                    watch, () -> talk.map(t -> streamed(call, request, t)).orElseGet(() -> whole(call, request)));
            return settings.tools() == Tools.NATIVE ? response : ToolsAsText.found(call.request(), response);
        } catch (ModelFailure e) {
            throw e;
        } catch (RuntimeException e) {
            throw failure(watch, timeout, e);
        } finally {
            stopping.close();
            clock.cancel(false);
        }
    }

    private ChatResponse whole(ModelCall call, ChatRequest request) {
        return models.computeIfAbsent(call.type(), type -> settings.kind().model(settings, model(type), http.builder()))
                .chat(request);
    }

    private ChatResponse streamed(ModelCall call, ChatRequest request, Talk talk) {
        CompletableFuture<ChatResponse> done = new CompletableFuture<>();
        talk.begin();
        streaming
                .computeIfAbsent(call.type(), type -> settings.kind().streaming(settings, model(type), http.builder()))
                .chat(request, new StreamingChatResponseHandler() {
                    private final boolean plain = settings.tools() == Tools.NATIVE || !ToolsAsText.offers(request);
                    private final StringBuilder text = new StringBuilder();
                    private int said;

                    @Override
                    public void onPartialResponse(String piece) {
                        text.append(piece);
                        say(plain ? text.length() : ToolsAsText.sayable(text.toString()));
                    }

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        if (!ToolsAsText.found(request, response).aiMessage().hasToolExecutionRequests()) {
                            say(text.length());
                        }
                        done.complete(response);
                    }

                    private void say(int end) {
                        if (end > said) {
                            talk.say(text.substring(said, end));
                            said = end;
                        }
                    }

                    @Override
                    public void onError(Throwable error) {
                        done.completeExceptionally(error);
                    }
                });
        // the stream was read on this thread; one that told neither end nor error broke off
        done.completeExceptionally(new IOException("the stream ended early"));
        ChatResponse response = done.join();
        if (response.finishReason() == null) {
            throw ModelFailure.of(Kind.CUT, "the answer of " + name() + " ended before its end", null);
        }
        return response;
    }

    private ChatRequest request(ModelCall call) {
        boolean asForm = settings.tools() == Tools.SCHEMA && ToolsAsText.concerns(call.request());
        ChatRequest request = asForm ? ToolsAsText.asForm(call.request()) : call.request();
        Optional<JsonSchema> form =
                Optional.ofNullable(request.responseFormat()).map(ResponseFormat::jsonSchema);
        if (form.isEmpty() || settings.structured() == Structured.SCHEMA) {
            return request;
        }
        List<ChatMessage> messages = new ArrayList<>();
        request.messages()
                .forEach(message ->
                        messages.add(message instanceof SystemMessage system ? withForm(system, form.get()) : message));
        ResponseFormat format = settings.structured() == Structured.JSON ? ResponseFormat.JSON : ResponseFormat.TEXT;
        return ChatRequest.builder().messages(messages).responseFormat(format).build();
    }

    private static SystemMessage withForm(SystemMessage system, JsonSchema form) {
        return SystemMessage.from(system.text() + "\n\nReply with one JSON object and nothing else. Its JSON schema:\n"
                + Replies.write(JsonSchemaElementUtils.toMap(form.rootElement())));
    }

    private static ModelFailure cancelled() {
        return ModelFailure.of(Kind.CANCELLED, "the question was stopped", null);
    }

    private ModelFailure failure(CallWatch watch, Duration timeout, RuntimeException thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof ModelFailure known) {
            return known;
        }
        // what a provider writes about an error can hold the question or part of the key
        LOG.debug("{} failed", settings, cause);
        if (watch.ended().isPresent()) {
            return ended(watch.ended().get(), timeout, cause);
        }
        return watch.status() == 0 || watch.status() / 100 == 2 ? broken(watch, cause) : refused(watch, cause);
    }

    private ModelFailure ended(Kind reason, Duration timeout, Throwable cause) {
        return switch (reason) {
            case TIMEOUT -> ModelFailure.of(
                    reason, name() + " did not answer within " + timeout.toMillis() + " ms", cause);
            case OVERSIZE -> ModelFailure.of(
                    reason, "the answer of " + name() + " is longer than " + settings.maxReply() + " bytes", cause);
            default -> cancelled();
        };
    }

    private ModelFailure broken(CallWatch watch, Throwable cause) {
        if (cause instanceof ContentFilteredException) {
            return filtered(cause);
        }
        if (watch.status() == 0) {
            return ModelFailure.of(Kind.UNREACHABLE, name() + " cannot be reached", cause);
        }
        boolean cut = causes(cause).stream().anyMatch(IOException.class::isInstance)
                && causes(cause).stream().noneMatch(JsonProcessingException.class::isInstance);
        return cut
                ? ModelFailure.of(Kind.CUT, "the answer of " + name() + " ended before its end", cause)
                : ModelFailure.of(Kind.SERVER, "the answer of " + name() + " cannot be read", cause);
    }

    private static List<Throwable> causes(Throwable cause) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable c = cause; c != null && !causes.contains(c); c = c.getCause()) {
            causes.add(c);
        }
        return causes;
    }

    private ModelFailure refused(CallWatch watch, Throwable cause) {
        int status = watch.status();
        String said =
                causes(cause).stream().map(c -> String.valueOf(c.getMessage())).reduce("", (a, b) -> a + b);
        String told = name() + " answered with status " + status;
        if (cause instanceof ContentFilteredException
                || said.contains("content_filter")
                || said.contains("content_policy")) {
            return filtered(cause);
        }
        if (status == 429) {
            // a spent account does not fill up within a question
            return said.contains("insufficient_quota")
                    ? ModelFailure.of(Kind.KEY, "the account at " + name() + " has nothing left", cause)
                    : ModelFailure.of(Kind.LIMITED, name() + " wants fewer requests", watch.retryAfter(), cause);
        }
        if (status == 401 || status == 403) {
            return ModelFailure.of(Kind.KEY, name() + " does not accept the key", cause);
        }
        if (status == 408 || status >= 500) {
            return ModelFailure.of(Kind.SERVER, told, watch.retryAfter(), cause);
        }
        return ModelFailure.of(Kind.REJECTED, told, cause);
    }

    private ModelFailure filtered(Throwable cause) {
        return ModelFailure.of(Kind.FILTERED, "the content filter of " + name() + " stepped in", cause);
    }
}
