package dev.caravan.outbound;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes the HTTP client for addresses that somebody else named: without redirects, cookies, kept logins and retries, and without the
 * proxies of the JVM, as what a proxy connects to cannot be looked at.
 */
public final class OutboundClient {
    private OutboundClient() {}

    /**
     * A client, which the caller closes.
     *
     * @param inner whether it connects to this computer and to inner networks as well
     * @param wait for a connection, and for each piece of an answer
     */
    public static CloseableHttpClient open(boolean inner, Timeout wait) {
        DnsResolver resolver = inner ? SystemDefaultDnsResolver.INSTANCE : new PublicAddresses();
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(resolver)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(wait)
                                .setSocketTimeout(wait)
                                .build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(wait)
                        .setProtocolUpgradeEnabled(false)
                        .build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }
}
