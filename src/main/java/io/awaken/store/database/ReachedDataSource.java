package io.awaken.store.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * A data source whose failures to connect are recognisable and whose connections are wrapped.
 * Exhausted or disconnected pools of servers throw plain exceptions without a state.
 */
final class ReachedDataSource {
  private static final String NOT_REACHED = "08001";

  private ReachedDataSource() {}

  static DataSource of(DataSource source, UnaryOperator<Connection> wrapped) {
    return (DataSource)
        Proxy.newProxyInstance(
            ReachedDataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> {
              try {
                Object result = method.invoke(source, arguments);
                return result instanceof Connection connection ? wrapped.apply(connection) : result;
              } catch (InvocationTargetException e) {
                boolean connecting = method.getName().equals("getConnection");
                throw connecting && e.getCause() instanceof SQLException sql
                    ? new SQLTransientConnectionException(sql.getMessage(), NOT_REACHED, sql)
                    : e.getCause();
              }
            });
  }
}
