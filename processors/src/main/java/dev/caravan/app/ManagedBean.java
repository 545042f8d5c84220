package dev.caravan.app;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A bean that JMX shows for as long as its runtime lives. Of several runtimes in one process the one is shown that
 * started last; starting and ending at the same time they take turns.
 *
 * @param name the whole object name, such as {@code dev.caravan:type=quota,name=atlas-api}
 */
record ManagedBean(String name) implements AutoCloseable {
    private static final Object TURN = new Object();

    /** Shows it in place of what was shown under the name. */
    void publish(Object bean) {
        synchronized (TURN) {
            close();
            try {
                ManagementFactory.getPlatformMBeanServer().registerMBean(bean, new ObjectName(name));
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        synchronized (TURN) {
            try {
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                ObjectName known = new ObjectName(name);
                if (server.isRegistered(known)) {
                    server.unregisterMBean(known);
                }
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
