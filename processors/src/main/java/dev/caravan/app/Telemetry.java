package dev.caravan.app;

import dev.caravan.trace.StepSpans;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;

/** The traces that are sent to a collector of OpenTelemetry, where the settings name one. */
final class Telemetry implements AutoCloseable {
    private static final long LAST_SPANS_SECONDS = 5;

    private final SdkTracerProvider provider;

    private Telemetry(SdkTracerProvider provider) {
        this.provider = provider;
    }

    /** Has Camel tell what it does; empty where nobody wants to know, and then nothing of OpenTelemetry is started. */
    static Optional<Telemetry> begin(CamelContext camel, Settings settings) {
        String endpoint = settings.text("telemetry.otlp.endpoint");
        if (endpoint.isEmpty()) {
            return Optional.empty();
        }
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(endpoint.replaceAll("/+$", "") + "/v1/traces");
        String authorization = settings.text("telemetry.otlp.authorization");
        if (!authorization.isEmpty()) {
            exporter.addHeader("Authorization", authorization);
        }
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.builder()
                                .put("service.name", "caravan")
                                .put("service.version", Versions.all().getOrDefault("caravan", "unknown"))
                                .build())))
                .setSampler(Sampler.parentBased(
                        Sampler.traceIdRatioBased(Double.parseDouble(settings.text("telemetry.share")))))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter.build()).build())
                .build();
        camel.getRegistry().bind("openTelemetryTracer", Tracer.class, provider.get("caravan"));
        camel.getRegistry()
                .bind(
                        "openTelemetryPropagators",
                        ContextPropagators.class,
                        ContextPropagators.create(W3CTraceContextPropagator.getInstance()));
        new StepSpans().init(camel);
        return Optional.of(new Telemetry(provider));
    }

    @Override
    public void close() {
        provider.shutdown().join(LAST_SPANS_SECONDS, TimeUnit.SECONDS);
    }
}
