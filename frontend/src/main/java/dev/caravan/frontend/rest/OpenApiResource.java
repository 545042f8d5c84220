package dev.caravan.frontend.rest;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The description of this API in the format of OpenAPI; a test holds it against the resources and routes, another against replies. */
@Path("/openapi.json")
@RequestScoped
public class OpenApiResource {
    /** The description. */
    @GET
    public Response get() throws IOException {
        try (InputStream file = OpenApiResource.class.getResourceAsStream("openapi.json")) {
            return Response.ok(
                            new String(file.readAllBytes(), StandardCharsets.UTF_8), "application/json;charset=UTF-8")
                    .build();
        }
    }
}
