package dev.caravan.account;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import dev.caravan.account.LoginRefused.Reason;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Logins at an issuer of OpenID Connect by the authorization code flow with PKCE. What has to be remembered between the way
 * there and the way back is one secret in the browser, of which state, nonce and verifier are hashes: so any server can end what
 * another began, and a login ends in the browser it began in.
 */
public final class OidcLogin {
    private static final int CONNECT_MILLIS = 3_000;
    private static final int READ_MILLIS = 10_000;
    private static final int LONGEST_KEYS = 1 << 20;
    private static final Duration KNOWN_FOR = Duration.ofHours(1);

    private final Client client;
    private final OidcClaims claims;
    private final CircuitBreaker breaker;
    private final Clock clock;
    private volatile Optional<Provider> provider = Optional.empty();

    /**
     * What the issuer knows this server as.
     *
     * @param issuer its address, which it tells itself by in every token
     * @param secret empty for a public client
     */
    public record Client(URI issuer, String id, String secret, Scope scope) {}

    /**
     * Where to send a browser.
     *
     * @param secret what the browser has to bring along when it comes back
     */
    public record Start(URI address, String secret) {}

    private record Provider(OIDCProviderMetadata metadata, IDTokenValidator validator, Instant since) {}

    /** A failure of the issuer, as opposed to an answer that is no good. */
    private static final class Unreachable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreachable(Throwable cause) {
            super(cause);
        }
    }

    private interface Call<T> {
        T make() throws Unreachable, LoginRefused;
    }

    /**
     * Logins of a client.
     *
     * @param breaker of the issuer; see {@link #isDown}
     */
    public OidcLogin(Client client, OidcClaims claims, CircuitBreaker breaker, Clock clock) {
        this.client = client;
        this.claims = claims;
        this.breaker = breaker;
        this.clock = clock;
    }

    /** Whether a failure means that the issuer does not answer. */
    public static boolean isDown(Throwable failure) {
        return failure instanceof Unreachable;
    }

    /**
     * The way to the issuer.
     *
     * @param back where it sends the browser afterwards
     * @throws LoginRefused when the issuer does not answer
     */
    public Start start(URI back) throws LoginRefused {
        OIDCProviderMetadata metadata = calling(this::provider).metadata();
        String secret = Secrets.next();
        URI address = new AuthenticationRequest.Builder(
                        ResponseType.CODE, client.scope(), new ClientID(client.id()), back)
                .endpointURI(metadata.getAuthorizationEndpointURI())
                .state(state(secret))
                .nonce(nonce(secret))
                .codeChallenge(verifier(secret), CodeChallengeMethod.S256)
                .build()
                .toURI();
        return new Start(address, secret);
    }

    /**
     * Who came back.
     *
     * @param returned the address that the browser came back to, with its query
     * @param back as it was told to {@link #start}
     * @param secret that the browser brought along
     * @throws LoginRefused when the answer is not to this login, cannot be trusted, or names nobody who may come in
     */
    public OidcUser end(URI returned, URI back, Optional<String> secret) throws LoginRefused {
        AuthenticationResponse response;
        try {
            response = AuthenticationResponseParser.parse(returned);
        } catch (ParseException e) {
            throw new LoginRefused(Reason.STATE, "what came back is no answer of an issuer: " + e.getMessage(), e);
        }
        if (secret.isEmpty()
                || response.getState() == null
                || !state(secret.get()).equals(response.getState())) {
            throw new LoginRefused(Reason.STATE, "the state is not the one of a login that this browser began");
        }
        if (response.getIssuer() != null && !response.getIssuer().getValue().equals(issuer())) {
            throw new LoginRefused(Reason.TOKEN, "the answer comes from another issuer: " + response.getIssuer());
        }
        if (!response.indicatesSuccess()) {
            throw new LoginRefused(
                    Reason.DENIED,
                    "the issuer says "
                            + response.toErrorResponse().getErrorObject().getCode());
        }
        AuthorizationCode code = response.toSuccessResponse().getAuthorizationCode();
        if (code == null) {
            throw new LoginRefused(Reason.STATE, "what came back has no code");
        }
        return claims.read(issuer(), calling(() -> redeem(provider(), code, back, secret.get())));
    }

    private String issuer() {
        return client.issuer().toString();
    }

    private <T> T calling(Call<T> call) throws LoginRefused {
        try {
            return breaker.executeCallable(call::make);
        } catch (LoginRefused | RuntimeException e) {
            if (e instanceof CallNotPermittedException) {
                throw new LoginRefused(Reason.ISSUER, "the issuer did not answer a moment ago, and is left alone", e);
            }
            throw e;
        } catch (Exception e) {
            throw new LoginRefused(
                    Reason.ISSUER, "the issuer does not answer: " + e.getCause().getMessage(), e);
        }
    }

    /** What the issuer tells of itself; asked again after a while, since addresses change. */
    private Provider provider() throws Unreachable {
        Instant now = clock.instant();
        Optional<Provider> known =
                provider.filter(each -> each.since().plus(KNOWN_FOR).isAfter(now));
        if (known.isPresent()) {
            return known.get();
        }
        try {
            OIDCProviderMetadata metadata =
                    OIDCProviderMetadata.resolve(new Issuer(client.issuer()), CONNECT_MILLIS, READ_MILLIS);
            if (metadata.getAuthorizationEndpointURI() == null
                    || metadata.getTokenEndpointURI() == null
                    || metadata.getJWKSetURI() == null) {
                throw new GeneralException(
                        "it has no code flow: an address of authorization, tokens or keys is missing");
            }
            // signatures with a key of two halves only: neither "none" nor one that is made with the client's own
            // secret
            JWSVerificationKeySelector<SecurityContext> keys = new JWSVerificationKeySelector<>(
                    JWSAlgorithm.Family.SIGNATURE,
                    JWKSourceBuilder.create(
                                    metadata.getJWKSetURI().toURL(),
                                    new DefaultResourceRetriever(CONNECT_MILLIS, READ_MILLIS, LONGEST_KEYS))
                            .refreshAheadCache(false)
                            .build());
            Provider found = new Provider(
                    metadata, new IDTokenValidator(metadata.getIssuer(), new ClientID(client.id()), keys, null), now);
            provider = Optional.of(found);
            return found;
        } catch (GeneralException | IOException | IllegalArgumentException e) {
            throw new Unreachable(e);
        }
    }

    private IDTokenClaimsSet redeem(Provider from, AuthorizationCode code, URI back, String secret)
            throws Unreachable, LoginRefused {
        TokenResponse response;
        try {
            HTTPRequest request =
                    tokenRequest(from.metadata(), new AuthorizationCodeGrant(code, back, verifier(secret)));
            request.setConnectTimeout(CONNECT_MILLIS);
            request.setReadTimeout(READ_MILLIS);
            // the code and the client's secret go nowhere else
            request.setFollowRedirects(false);
            var answer = request.send();
            if (answer.getStatusCode() >= 500) {
                throw new IOException("it answered a code with HTTP " + answer.getStatusCode());
            }
            response = OIDCTokenResponseParser.parse(answer);
        } catch (IOException e) {
            throw new Unreachable(e);
        } catch (ParseException e) {
            throw new LoginRefused(Reason.TOKEN, "the issuer's answer to the code is none: " + e.getMessage(), e);
        }
        if (!response.indicatesSuccess()) {
            throw new LoginRefused(
                    Reason.CODE,
                    "the issuer does not take the code: "
                            + response.toErrorResponse().getErrorObject().getCode());
        }
        try {
            return from.validator()
                    .validate(
                            ((com.nimbusds.openid.connect.sdk.OIDCTokenResponse) response.toSuccessResponse())
                                    .getOIDCTokens()
                                    .getIDToken(),
                            nonce(secret));
        } catch (RateLimitReachedException | BadJOSEException e) {
            throw new LoginRefused(Reason.TOKEN, "the token is no good: " + e.getMessage(), e);
        } catch (KeySourceException e) {
            throw new Unreachable(e);
        } catch (JOSEException e) {
            throw new LoginRefused(Reason.TOKEN, "the token's signature cannot be checked: " + e.getMessage(), e);
        }
    }

    private HTTPRequest tokenRequest(OIDCProviderMetadata metadata, AuthorizationCodeGrant grant) {
        URI address = metadata.getTokenEndpointURI();
        ClientID id = new ClientID(client.id());
        if (client.secret().isEmpty()) {
            return new TokenRequest.Builder(address, id, grant).build().toHTTPRequest();
        }
        Secret secret = new Secret(client.secret());
        boolean inBody = metadata.getTokenEndpointAuthMethods() != null
                && metadata.getTokenEndpointAuthMethods().contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                && !metadata.getTokenEndpointAuthMethods().contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
        return new TokenRequest.Builder(
                        address, inBody ? new ClientSecretPost(id, secret) : new ClientSecretBasic(id, secret), grant)
                .build()
                .toHTTPRequest();
    }

    private static State state(String secret) {
        return new State(Secrets.hash("state " + secret));
    }

    private static Nonce nonce(String secret) {
        return new Nonce(Secrets.hash("nonce " + secret));
    }

    private static CodeVerifier verifier(String secret) {
        return new CodeVerifier(Secrets.hash("verifier " + secret));
    }
}
