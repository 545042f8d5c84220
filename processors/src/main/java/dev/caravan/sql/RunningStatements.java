package dev.caravan.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * The pool of connections to the data, with the statement that each turn has running in it, so that it can be stopped.
 * It stops by the driver's own means, which need no right in the database; the reader has none to look at sessions or to
 * end them.
 */
public final class RunningStatements extends DelegatingDataSource implements QueryStopper {
    private static final Logger LOG = LoggerFactory.getLogger(RunningStatements.class);
    private static final Pattern MARK = Pattern.compile("^/\\* turn ([A-Za-z0-9-]+) \\*/ ");
    private static final String CANCELLED = "57014";

    private final ConcurrentHashMap<String, PreparedStatement> running = new ConcurrentHashMap<>();
    private final Predicate<String> cancelled;

    /**
     * Around a pool.
     *
     * @param cancelled whether a turn was given up, so that nothing of it begins any more
     */
    public RunningStatements(DataSource pool, Predicate<String> cancelled) {
        super(pool);
        this.cancelled = cancelled;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return proxy(Connection.class, (self, method, arguments) -> {
            Object result = call(connection, method, arguments);
            if (result instanceof PreparedStatement statement && arguments[0] instanceof String sql) {
                Matcher mark = MARK.matcher(sql);
                return mark.find() ? watched(statement, mark.group(1)) : statement;
            }
            return result;
        });
    }

    private PreparedStatement watched(PreparedStatement statement, String turnId) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            if (!method.getName().startsWith("execute")) {
                return call(statement, method, arguments);
            }
            running.put(turnId, statement);
            try {
                if (cancelled.test(turnId)) {
                    throw new SQLException("the turn was given up", CANCELLED);
                }
                return call(statement, method, arguments);
            } finally {
                running.remove(turnId, statement);
            }
        });
    }

    @Override
    public void stop(String turnId) {
        PreparedStatement statement = running.get(turnId);
        if (statement == null) {
            return;
        }
        try {
            statement.cancel();
        } catch (SQLException e) {
            // the statement's own time limit ends it in the end
            LOG.warn("the statement of turn {} could not be stopped: {}", turnId, e.getMessage());
        }
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(RunningStatements.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
