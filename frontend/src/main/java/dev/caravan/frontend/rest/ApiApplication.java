package dev.caravan.frontend.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** The resources under /api, named one by one so that no server has to search the libraries for them. */
@ApplicationPath("/api")
public class ApiApplication extends Application {
    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(
                AccountResource.class,
                AuditResource.class,
                BoardsResource.class,
                ConnectionsResource.class,
                DocumentsResource.class,
                HealthResource.class,
                OidcResource.class,
                OpenApiResource.class,
                ProblemMapper.class,
                SessionResource.class,
                SharedBoardsResource.class,
                SharesResource.class,
                StatusResource.class,
                MemoriesResource.class,
                ThreadsResource.class,
                TurnsResource.class,
                UsersResource.class,
                SpentResource.class,
                VerifiedResource.class,
                WorkspacesResource.class);
    }
}
