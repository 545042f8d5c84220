package dev.caravan.frontend.rest;

import dev.caravan.edge.Problem;
import dev.caravan.frontend.http.Problems;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Answers what fails in a resource with the same problems as the routes. */
@Provider
public class ProblemMapper implements ExceptionMapper<Throwable> {
    @Override
    public Response toResponse(Throwable failure) {
        if (failure instanceof WebApplicationException known
                && known.getResponse().getStatus() < 500) {
            Response given = known.getResponse();
            if (given.hasEntity()) {
                return given;
            }
            // the server's own wording would name its software
            Problem problem = Problems.of(given.getStatus(), detail(given.getStatus()));
            return Response.fromResponse(given)
                    .entity(Problems.json(problem))
                    .type(Problem.MEDIA_TYPE)
                    .build();
        }
        Problem problem = Problem.of(failure);
        Response.ResponseBuilder answer =
                Response.status(problem.status()).entity(Problems.json(problem)).type(Problem.MEDIA_TYPE);
        return (problem.status() == 503 ? answer.header("Retry-After", "5") : answer).build();
    }

    private static String detail(int status) {
        return switch (status) {
            case 404 -> "There is nothing under this address.";
            case 405 -> "This address does not take this method.";
            case 406 -> "This address cannot answer in an accepted format.";
            case 415 -> "This address does not take this kind of body.";
            default -> "The request cannot be served as it is.";
        };
    }
}
