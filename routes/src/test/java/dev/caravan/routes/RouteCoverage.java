package dev.caravan.routes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.spi.CamelContextTracker;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Notes which nodes of the routes the tests reach, in every Camel context of the JVM, and leaves the list in a file for
 * {@link RouteCoverageIT}. JUnit finds it by itself; it does nothing unless the build names the file in the system
 * property {@code caravan.coverage}.
 */
public final class RouteCoverage implements BeforeAllCallback {
    private static final Set<String> REACHED = ConcurrentHashMap.newKeySet();

    /** The folder of the lists, below the module's own. */
    static final Path FOLDER = Path.of("target", "route-coverage");

    @Override
    public void beforeAll(ExtensionContext context) {
        String name = System.getProperty("caravan.coverage", "");
        if (!name.isEmpty()) {
            context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent(Recorder.class, key -> new Recorder(name));
        }
    }

    /** Watches until all tests of the JVM are over. */
    private record Recorder(String name, CamelContextTracker tracker) implements AutoCloseable {
        Recorder(String name) {
            this(name, new CamelContextTracker() {
                @Override
                public void contextCreated(CamelContext context) {
                    context.getCamelContextExtension().addInterceptStrategy(new Watch());
                }
            });
            tracker.open();
        }

        @Override
        public void close() throws IOException {
            tracker.close();
            Files.createDirectories(FOLDER);
            Files.write(FOLDER.resolve(name), new TreeSet<>(REACHED));
        }
    }

    private static final class Watch implements InterceptStrategy {
        @Override
        public Processor wrapProcessorInInterceptors(
                CamelContext context, NamedNode node, Processor target, Processor next) {
            AsyncProcessor processor = AsyncProcessorConverterHelper.convert(target);
            // a node of a route made from a template; what a configuration adds to such a route is the configuration's
            // own
            boolean made = node.getNodePrefixId() != null && !isOfConfiguration(node);
            String id = made ? node.getNodePrefixId() + node.getId() : node.getId();
            return new DelegateAsyncProcessor(processor) {
                @Override
                public boolean process(Exchange exchange, AsyncCallback callback) {
                    REACHED.add(id);
                    return super.process(exchange, callback);
                }
            };
        }

        private static boolean isOfConfiguration(NamedNode node) {
            return node instanceof OnExceptionDefinition
                    || node.getParent() != null && isOfConfiguration(node.getParent());
        }
    }
}
