package dev.caravan.model.remote;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.Locale;
import java.util.Map;

/** The kinds of providers. Retries, limits and timeouts are the routes' business, so LangChain4j's own are switched off. */
public enum RemoteKind {
    /** OpenAI itself. */
    OPENAI(true) {
        @Override
        ChatModel model(RemoteSettings settings, String name, HttpClientBuilder http) {
            return OpenAiChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.key())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxCompletionTokens(settings.maxOutput())
                    .strictJsonSchema(true)
                    .timeout(settings.timeout())
                    .maxRetries(0)
                    .build();
        }

        @Override
        StreamingChatModel streaming(RemoteSettings settings, String name, HttpClientBuilder http) {
            return OpenAiStreamingChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.key())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxCompletionTokens(settings.maxOutput())
                    .strictJsonSchema(true)
                    .timeout(settings.timeout())
                    .build();
        }
    },

    /** Anything with an endpoint like OpenAI's. */
    COMPATIBLE(false) {
        @Override
        ChatModel model(RemoteSettings settings, String name, HttpClientBuilder http) {
            // these servers know the older name of the limit, and not all of them OpenAI's strict schemas
            return OpenAiChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.keyOrDash())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxTokens(settings.maxOutput())
                    .timeout(settings.timeout())
                    .maxRetries(0)
                    .build();
        }

        @Override
        StreamingChatModel streaming(RemoteSettings settings, String name, HttpClientBuilder http) {
            return OpenAiStreamingChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.keyOrDash())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxTokens(settings.maxOutput())
                    .timeout(settings.timeout())
                    .build();
        }
    },

    /** Anthropic. */
    ANTHROPIC(true) {
        @Override
        ChatModel model(RemoteSettings settings, String name, HttpClientBuilder http) {
            return AnthropicChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.key())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxTokens(settings.maxOutput())
                    .timeout(settings.timeout())
                    .maxRetries(0)
                    .build();
        }

        @Override
        StreamingChatModel streaming(RemoteSettings settings, String name, HttpClientBuilder http) {
            return AnthropicStreamingChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.key())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxTokens(settings.maxOutput())
                    .timeout(settings.timeout())
                    .build();
        }
    },

    /** A server of Ollama. */
    OLLAMA(false) {
        @Override
        ChatModel model(RemoteSettings settings, String name, HttpClientBuilder http) {
            return OllamaChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .modelName(name)
                    .customHeaders(headers(settings))
                    .temperature(settings.temperature().orElse(null))
                    .numPredict(settings.maxOutput())
                    .timeout(settings.timeout())
                    .maxRetries(0)
                    .build();
        }

        @Override
        StreamingChatModel streaming(RemoteSettings settings, String name, HttpClientBuilder http) {
            return OllamaStreamingChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .modelName(name)
                    .customHeaders(headers(settings))
                    .temperature(settings.temperature().orElse(null))
                    .numPredict(settings.maxOutput())
                    .timeout(settings.timeout())
                    .build();
        }

        private Map<String, String> headers(RemoteSettings settings) {
            return settings.key().isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + settings.key());
        }
    },

    /** Google's Gemini API. */
    GEMINI(true) {
        @Override
        ChatModel model(RemoteSettings settings, String name, HttpClientBuilder http) {
            return GoogleAiGeminiChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.key())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxOutputTokens(settings.maxOutput())
                    .timeout(settings.timeout())
                    // newer models refuse a call that comes back without the signature of the thoughts before it
                    .returnThinking(true)
                    .sendThinking(true)
                    .maxRetries(0)
                    .build();
        }

        @Override
        StreamingChatModel streaming(RemoteSettings settings, String name, HttpClientBuilder http) {
            return GoogleAiGeminiStreamingChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(settings.baseUrl())
                    .apiKey(settings.key())
                    .modelName(name)
                    .temperature(settings.temperature().orElse(null))
                    .maxOutputTokens(settings.maxOutput())
                    .timeout(settings.timeout())
                    // newer models refuse a call that comes back without the signature of the thoughts before it
                    .returnThinking(true)
                    .sendThinking(true)
                    .build();
        }
    };

    private final boolean keyNeeded;

    RemoteKind(boolean keyNeeded) {
        this.keyNeeded = keyNeeded;
    }

    /** Its name in settings, routes and traces. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it answers nobody without a key. */
    public boolean needsKey() {
        return keyNeeded;
    }

    abstract ChatModel model(RemoteSettings settings, String name, HttpClientBuilder http);

    abstract StreamingChatModel streaming(RemoteSettings settings, String name, HttpClientBuilder http);
}
