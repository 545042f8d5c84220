package dev.caravan.launcher;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Lets Hawtio open at a route, {@code /hawtio/camel#route=ID}, which it cannot by itself: the script is {@code js/hawtio-route.js}. */
public final class RoutePlugin implements RoutePluginMXBean {
    /** Registers it, once for the process. */
    static void register() {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName name = new ObjectName("hawtio:type=plugin,name=caravan");
            if (!beans.isRegistered(name)) {
                beans.registerMBean(new RoutePlugin(), name);
            }
        } catch (JMException e) {
            throw new IllegalStateException("Hawtio's plugin cannot be registered", e);
        }
    }

    @Override
    public String getUrl() {
        return "/js";
    }

    @Override
    public String getRemoteEntryFileName() {
        return "hawtio-route.js";
    }

    @Override
    public String getScope() {
        return "caravan";
    }

    @Override
    public String getModule() {
        return "./plugin";
    }

    @Override
    public String getPluginEntry() {
        return "plugin";
    }
}
