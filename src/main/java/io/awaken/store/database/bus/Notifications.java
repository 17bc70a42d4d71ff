package io.awaken.store.database.bus;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * The notifications of a connection. In a server's pool the driver may be the server's own, whose
 * classes differ from ours despite equal names.
 */
final class Notifications {

  private Notifications() {}

  /**
   * Waits for notifications without a query.
   *
   * @return payloads in order; none after the timeout
   */
  static List<String> await(Connection connection, int millis) throws SQLException {
    if (connection instanceof PGConnection ours) {
      return payloads(ours.getNotifications(millis));
    }
    if (connection.isWrapperFor(PGConnection.class)) {
      return payloads(connection.unwrap(PGConnection.class).getNotifications(millis));
    }
    return awaitOther(connection.getMetaData().getConnection(), millis);
  }

  private static List<String> payloads(PGNotification[] notifications) {
    var payloads = new ArrayList<String>();
    if (notifications != null) {
      for (PGNotification each : notifications) {
        payloads.add(each.getParameter());
      }
    }
    return payloads;
  }

  private static List<String> awaitOther(Connection physical, int millis) throws SQLException {
    try {
      Method waiting = physical.getClass().getMethod("getNotifications", int.class);
      var payloads = new ArrayList<String>();
      Object[] notifications = (Object[]) waiting.invoke(physical, millis);
      if (notifications != null) {
        for (Object each : notifications) {
          payloads.add((String) each.getClass().getMethod("getParameter").invoke(each));
        }
      }
      return payloads;
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new SQLException(
          "the pool hides the driver's connection, which receives notifications", e);
    }
  }
}
