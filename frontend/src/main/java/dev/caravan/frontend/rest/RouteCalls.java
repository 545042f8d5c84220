package dev.caravan.frontend.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.account.Account;
import dev.caravan.edge.ReadQuestion;
import dev.caravan.turn.BadRequest;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;

/** How resources ask the routes, and answer with what these say. */
@ApplicationScoped
public class RouteCalls {
    @Inject
    CamelContext camel;

    @Inject
    HttpServletRequest request;

    private ProducerTemplate producer;
    private ObjectMapper mapper;

    @PostConstruct
    void open() {
        producer = camel.createProducerTemplate();
        mapper = camel.getRegistry().lookupByNameAndType("json", ObjectMapper.class);
    }

    @PreDestroy
    void close() {
        try {
            producer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Who sends the request that is being served. */
    Account account() {
        return (Account) request.getAttribute(Account.PROPERTY);
    }

    /** The body that a route answers with; its failure comes through, for the problem mapper. */
    <T> T ask(String route, Object body, Class<T> type) {
        Exchange done = producer.request(route, exchange -> {
            exchange.setProperty(Account.PROPERTY, account());
            exchange.getMessage().setBody(body);
        });
        if (done.getException() != null) {
            throw new CamelExecutionException("the route " + route + " failed", done, done.getException());
        }
        return done.getMessage().getBody(type);
    }

    /** 200 with a JSON document that no cache keeps. */
    Response json(Object value) {
        try {
            return Response.ok(mapper.writeValueAsString(value), "application/json;charset=UTF-8")
                    .header("Cache-Control", "no-store")
                    .build();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * An id of the address, if it can be one.
     *
     * @throws BadRequest 404 otherwise: such a thing cannot exist
     */
    static String id(String field, String text) {
        if (!ReadQuestion.ID.matcher(text).matches()) {
            throw new BadRequest(404, field, "there is nothing of this id");
        }
        return text;
    }
}
