package io.awaken.store.jpa;

import io.awaken.core.commit.StoredWindow;
import io.awaken.core.commit.WindowLimits;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/**
 * Reads the newest messages of a thread in one statement. The database adds the sizes up along the
 * key, from the newest message back, without touching the bodies, and sends those of the window
 * only.
 */
final class MessageWindows {
  /** Messages are numbered without a gap; H2 reads no index backwards. */
  private static final String NEWEST =
      "SELECT m.seq, m.body, OCTET_LENGTH(m.body) AS bytes, 1 AS kind FROM awaken_message m"
          + " WHERE m.thread_id = ? AND m.seq > (SELECT GREATEST(c.message_count - ?, ?)"
          + " FROM awaken_thread c WHERE c.thread_id = ?)";

  private static final String SYSTEM =
      "SELECT m.seq, m.body, OCTET_LENGTH(m.body) AS bytes, 0 AS kind FROM awaken_system_message s"
          + " JOIN awaken_message m ON m.thread_id = s.thread_id AND m.seq = s.seq"
          + " WHERE s.thread_id = ? AND s.seq > ? ORDER BY s.seq DESC LIMIT ?";
  private static final String WINDOW =
      "SELECT t.message_count, w.seq, w.kind, w.body FROM awaken_thread t LEFT JOIN (SELECT n.seq,"
          + " n.kind, n.body, n.bytes,"
          + " SUM(n.bytes) OVER (PARTITION BY n.kind ORDER BY n.seq DESC) AS total FROM (("
          + NEWEST
          + ") UNION ALL ("
          + SYSTEM
          + ")) n) w ON w.total <= CASE w.kind WHEN 1 THEN ? ELSE ? END WHERE t.thread_id = ?"
          + DeletedThreadRow.leftOutSql("t.thread_id")
          + " ORDER BY w.kind, w.seq";

  /** A window never has more system messages than these. */
  private static final int MOST_SYSTEM = 100;

  private MessageWindows() {}

  static StoredWindow of(EntityManager em, String thread, long after, WindowLimits limits) {
    return em.unwrap(Session.class).doReturningWork(sql -> of(sql, thread, after, limits));
  }

  private static StoredWindow of(Connection sql, String thread, long after, WindowLimits limits)
      throws SQLException {
    try (PreparedStatement select = sql.prepareStatement(WINDOW)) {
      select.setString(1, thread);
      select.setLong(2, limits.messages());
      select.setLong(3, after);
      select.setString(4, thread);
      select.setString(5, thread);
      select.setLong(6, after);
      select.setInt(7, MOST_SYSTEM);
      select.setLong(8, limits.bytes());
      select.setLong(9, limits.systemBytes());
      select.setString(10, thread);
      try (ResultSet rows = select.executeQuery()) {
        return window(rows, after);
      }
    }
  }

  private static StoredWindow window(ResultSet rows, long after) throws SQLException {
    var system = new ArrayList<Row>();
    var newest = new ArrayList<Row>();
    long stored = after;
    while (rows.next()) {
      stored = rows.getLong(1);
      String body = rows.getString(4);
      if (body != null) {
        var row = new Row(rows.getLong(2), StoredJson.readMessage(body));
        (rows.getInt(3) == 0 ? system : newest).add(row);
      }
    }
    long first = newest.isEmpty() ? Long.MAX_VALUE : newest.getFirst().sequence;
    system.removeIf(row -> row.sequence >= first);
    List<Message> before = messages(system);
    List<Message> rest = messages(newest);
    return new StoredWindow(
        before,
        rest,
        MessageBytes.of(before) + MessageBytes.of(rest),
        Math.max(0, stored - after) - system.size() - newest.size());
  }

  private static List<Message> messages(List<Row> rows) {
    return rows.stream().map(Row::message).toList();
  }

  private record Row(long sequence, Message message) {}
}
