package dev.caravan.account;

import static dev.caravan.account.Permission.ADMINISTER;
import static dev.caravan.account.Permission.ASK;
import static dev.caravan.account.Permission.EDIT;
import static dev.caravan.account.Permission.OPERATE;
import static dev.caravan.account.Permission.READ;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who may send which request, for every address there is. An address without a rule is nobody's. */
public final class AccessRules {
    /** Who gets as far as to have permissions looked at. */
    public enum Door {
        /** Anybody, logged in or not. */
        OPEN,
        /** Whoever is logged in or has a token. */
        KNOWN,
        /** A person who is logged in, and no token. */
        PERSON,
        /** The same, even while the password has to be changed. */
        BEGINNER
    }

    /**
     * What one address takes.
     *
     * @param methods of HTTP
     * @param path as a pattern
     * @param door who gets that far
     * @param permissions one of which is needed; none where the door is enough
     * @param action its name in the audit log; empty where nothing is noted down
     */
    public record Rule(Set<String> methods, Pattern path, Door door, Set<Permission> permissions, String action) {

        private boolean covers(String method, String address) {
            return methods.contains(method) && path.matcher(address).matches();
        }
    }

    private static final List<Rule> RULES = List.of(
            // pages and their files
            rule("GET", "/login", Door.OPEN, ""),
            rule("GET", "/missing", Door.OPEN, ""),
            rule("GET", "/share/**", Door.OPEN, ""),
            rule("GET", "/report/shared/**", Door.OPEN, ""),
            rule("GET", "/css/**", Door.OPEN, ""),
            rule("GET", "/img/**", Door.OPEN, ""),
            rule("GET", "/js/**", Door.OPEN, ""),
            rule("GET", "/lib/**", Door.OPEN, ""),
            rule("GET", "/texts/**", Door.OPEN, ""),
            rule("GET", "/", Door.KNOWN, ""),
            rule("GET", "/chat/**", Door.KNOWN, ""),
            rule("GET", "/trace/**", Door.KNOWN, ""),
            rule("GET", "/report/**", Door.KNOWN, ""),
            rule("GET", "/boards/**", Door.KNOWN, ""),
            rule("GET", "/model/**", Door.KNOWN, "", EDIT),
            rule("GET", "/account", Door.BEGINNER, ""),
            rule("GET", "/status", Door.KNOWN, "", OPERATE),
            // who is who
            rule("POST", "/api/session", Door.OPEN, "login"),
            rule("GET", "/api/session", Door.OPEN, ""),
            rule("GET", "/api/session/oidc", Door.OPEN, ""),
            rule("GET", "/api/session/oidc/end", Door.OPEN, "login"),
            rule("DELETE", "/api/session", Door.BEGINNER, "logout"),
            rule("PUT", "/api/account/password", Door.BEGINNER, "change password"),
            rule("GET", "/api/account/tokens", Door.PERSON, ""),
            rule("POST", "/api/account/tokens", Door.PERSON, "make token"),
            rule("DELETE", "/api/account/tokens/{}", Door.PERSON, "revoke token"),
            rule("GET", "/api/users", Door.PERSON, "see users", ADMINISTER),
            rule("POST", "/api/users", Door.PERSON, "add user", ADMINISTER),
            rule("PATCH", "/api/users/{}", Door.PERSON, "change user", ADMINISTER),
            rule("DELETE", "/api/users/{}", Door.PERSON, "remove user", ADMINISTER),
            rule("GET", "/api/audit", Door.PERSON, "see audit log", ADMINISTER),
            // conversations
            rule("POST", "/api/chat", Door.KNOWN, "ask", ASK),
            rule("POST", "/api/chat/stream", Door.KNOWN, "ask", ASK),
            rule("POST", "/api/rerun", Door.KNOWN, "run statement", EDIT),
            rule("GET", "/api/threads", Door.KNOWN, "list conversations", READ),
            rule("GET", "/api/threads/{}", Door.KNOWN, "see conversation", READ),
            rule("PATCH", "/api/threads/{}", Door.KNOWN, "change conversation", ASK),
            rule("DELETE", "/api/threads/{}", Door.KNOWN, "delete conversation", ASK),
            rule("GET", "/api/memories", Door.KNOWN, "see memories", READ),
            rule("DELETE", "/api/memories", Door.KNOWN, "forget all", ASK),
            rule("DELETE", "/api/memories/{}", Door.KNOWN, "forget turn", ASK),
            rule("GET", "/api/turns/{}", Door.KNOWN, "see answer", READ),
            rule("GET", "/api/turns/{}/events", Door.KNOWN, "see answer", READ),
            rule("GET", "/api/turns/{}/trace", Door.KNOWN, "see trace", READ),
            rule("GET", "/api/turns/{}/tables/{}", Door.KNOWN, "see rows", READ),
            rule("GET", "/api/turns/{}/report.{}", Door.KNOWN, "see report", READ),
            rule("PUT", "/api/turns/{}/feedback", Door.KNOWN, "rate", ASK),
            rule("DELETE", "/api/turns/{}/feedback", Door.KNOWN, "rate", ASK),
            rule("PUT", "/api/turns/{}/share", Door.KNOWN, "share", ASK),
            rule("DELETE", "/api/turns/{}/share", Door.KNOWN, "unshare", ASK),
            rule("POST", "/api/turns/{}/cancel", Door.KNOWN, "cancel", ASK),
            rule("POST", "/api/turns/{}/pause", Door.KNOWN, "pause", ASK),
            rule("GET", "/api/shares/{}", Door.OPEN, "see shared answer"),
            rule("GET", "/api/shares/{}/tables/{}", Door.OPEN, "see shared rows"),
            rule("GET", "/api/shares/{}/report.{}", Door.OPEN, "see shared report"),
            // boards
            rule("GET", "/api/boards", Door.KNOWN, "list boards", READ),
            rule("POST", "/api/boards", Door.KNOWN, "make board", ASK),
            rule("GET", "/api/boards/{}", Door.KNOWN, "see board", READ),
            rule("PATCH", "/api/boards/{}", Door.KNOWN, "change board", ASK),
            rule("DELETE", "/api/boards/{}", Door.KNOWN, "delete board", ASK),
            rule("PUT", "/api/boards/{}/share", Door.KNOWN, "share board", ASK),
            rule("DELETE", "/api/boards/{}/share", Door.KNOWN, "unshare board", ASK),
            rule("POST", "/api/boards/{}/tiles", Door.KNOWN, "add tile", ASK),
            rule("PATCH", "/api/boards/{}/tiles/{}", Door.KNOWN, "change tile", ASK),
            rule("DELETE", "/api/boards/{}/tiles/{}", Door.KNOWN, "remove tile", ASK),
            rule("POST", "/api/boards/{}/tiles/{}/refresh", Door.KNOWN, "refresh tile", ASK),
            rule("GET", "/api/shares/boards/{}", Door.OPEN, "see shared board"),
            // verified answers
            rule("PUT", "/api/turns/{}/verified", Door.KNOWN, "verify answer", EDIT),
            rule("GET", "/api/verified", Door.KNOWN, "list verified answers", READ, ASK),
            rule("DELETE", "/api/verified/{}", Door.KNOWN, "withdraw verified answer", EDIT),
            // data and documents
            rule("GET", "/api/workspaces", Door.KNOWN, "", READ, ASK),
            rule("POST", "/api/workspaces", Door.KNOWN, "add table", EDIT),
            rule("POST", "/api/connections", Door.KNOWN, "connect database", EDIT),
            rule("GET", "/api/workspaces/{}/data", Door.KNOWN, "", READ, ASK),
            rule("GET", "/api/workspaces/{}/model", Door.KNOWN, "", EDIT),
            rule("PUT", "/api/workspaces/{}/model", Door.KNOWN, "change model", EDIT),
            rule("POST", "/api/workspaces/{}/model/preview", Door.KNOWN, "preview model", EDIT),
            rule("GET", "/api/workspaces/{}/corrections", Door.KNOWN, "", EDIT),
            rule("POST", "/api/workspaces/{}/corrections", Door.KNOWN, "propose correction", ASK),
            rule("PUT", "/api/workspaces/{}/corrections/{}", Door.KNOWN, "use correction", EDIT),
            rule("DELETE", "/api/workspaces/{}/corrections/{}", Door.KNOWN, "withdraw correction", EDIT),
            rule("GET", "/api/documents", Door.KNOWN, "list documents", READ),
            rule("POST", "/api/documents", Door.KNOWN, "add document", EDIT),
            rule("DELETE", "/api/documents/{}/{}", Door.KNOWN, "remove document", EDIT),
            rule("GET", "/api/documents/{}/{}/pages/{}", Door.KNOWN, "see document", READ),
            // programs
            rule("POST", "/v1/chat/completions", Door.KNOWN, "ask", ASK),
            rule("GET", "/v1/models", Door.KNOWN, "", READ, ASK),
            rule("GET", "/v1/models/{}", Door.KNOWN, "", READ, ASK),
            rule("GET,POST,DELETE", "/mcp", Door.KNOWN, "model context protocol", ASK),
            // the server
            rule("GET", "/api/health/live", Door.OPEN, ""),
            rule("GET", "/api/health/ready", Door.OPEN, ""),
            rule("GET", "/api/openapi.json", Door.KNOWN, ""),
            rule("GET", "/api/status", Door.KNOWN, "", READ, ASK, OPERATE),
            rule("GET", "/api/spent", Door.KNOWN, "", OPERATE),
            rule("GET", "/metrics", Door.KNOWN, "", OPERATE));

    private AccessRules() {}

    /** The rule for a request; empty where there is none. */
    public static Optional<Rule> find(String method, String path) {
        return RULES.stream().filter(rule -> rule.covers(method, path)).findFirst();
    }

    private static Rule rule(String methods, String path, Door door, String action, Permission... permissions) {
        String pattern = Stream.of(path.split("/", -1))
                .map(part -> part.equals("**")
                        ? ".*"
                        : Stream.of(part.split("\\{}", -1)).map(Pattern::quote).collect(Collectors.joining("[^/]+")))
                .collect(Collectors.joining("/"))
                .replace("/.*", "(/.*)?");
        Set<String> all = Stream.of(methods.split(","))
                .flatMap(method -> method.equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(method))
                .collect(Collectors.toSet());
        return new Rule(all, Pattern.compile(pattern), door, Set.of(permissions), action);
    }
}
