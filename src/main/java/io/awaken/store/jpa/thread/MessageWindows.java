package io.awaken.store.jpa.thread;

import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.ThreadStore.ClientMessage;
import io.awaken.core.store.thread.ThreadStore.Place;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.ThreadCuts;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/**
 * Reads the newest messages of a thread in one statement. The database sums the sizes by key,
 * newest first, without reading the bodies, and returns only the bodies of the window.
 */
final class MessageWindows {
  private static final String CURRENT =
      " FROM awaken_thread t"
          + " JOIN awaken_message m ON m.thread_key = t.thread_key WHERE t.thread_key = ?"
          + " AND (m.seq > t.tail_after OR "
          + ThreadCuts.inStretch("t.thread_key", "m.seq")
          + ")"
          + DeletedThreadRow.leftOutSql("t.thread_key");
  private static final String PLACE =
      "SELECT m.seq, CASE WHEN m.seq > t.tail_after THEN t.tail_after - t.tail_earlier ELSE"
          + " (SELECT k.first_seq - k.earlier - 1 FROM awaken_stretch k WHERE k.thread_key ="
          + " t.thread_key AND m.seq BETWEEN k.first_seq AND k.last_seq) END"
          + CURRENT
          + " AND m.seq > ? AND m.message_id = ? ORDER BY m.seq FETCH FIRST 2 ROWS ONLY";
  private static final String OF_CLIENT =
      "SELECT m.message_id, m.seq"
          + CURRENT
          + " AND (m.message_id IN (?, ?) OR m.message_id LIKE ? ESCAPE '!')"
          + " ORDER BY m.seq DESC FETCH FIRST 1 ROWS ONLY";
  private static final String SIZED =
      "SELECT m.seq, m.message_id, m.body, OCTET_LENGTH(m.body) AS bytes, ";

  /** Sequence numbers have no gaps; H2 cannot read an index backwards. */
  private static final String TAIL =
      SIZED
          + "1 AS kind FROM awaken_message m WHERE m.thread_key = ? AND m.seq > (SELECT"
          + " GREATEST(c.message_count - ?, c.tail_after, ?) FROM awaken_thread c WHERE"
          + " c.thread_key = ?)";

  /** Each stretch stores the number of earlier current messages, which determines the positions. */
  private static final String STRETCHES =
      SIZED
          + "1 AS kind FROM awaken_stretch k JOIN awaken_thread c ON c.thread_key = k.thread_key"
          + " JOIN awaken_message m ON m.thread_key = k.thread_key AND m.seq BETWEEN"
          + " GREATEST(k.first_seq, k.first_seq + c.tail_earlier + c.message_count - c.tail_after"
          + " - ? - k.earlier) AND k.last_seq WHERE k.thread_key = ? AND m.seq > ?";

  private static final String SYSTEM =
      SIZED
          + "0 AS kind FROM awaken_system_message s"
          + " JOIN awaken_message m ON m.thread_key = s.thread_key AND m.seq = s.seq"
          + " WHERE s.thread_key = ? AND s.seq > ? AND (s.seq > (SELECT c.tail_after FROM"
          + " awaken_thread c WHERE c.thread_key = s.thread_key) OR "
          + ThreadCuts.inStretch("s.thread_key", "s.seq")
          + ") ORDER BY s.seq DESC LIMIT ?";

  /** Number of current messages up to a position. */
  private static final String UP_TO =
      "CASE WHEN CAST(? AS BIGINT) >= t.tail_after THEN t.tail_earlier + ? - t.tail_after ELSE"
          + " COALESCE((SELECT MAX(k.earlier + LEAST(k.last_seq, ?) - k.first_seq + 1) FROM"
          + " awaken_stretch k WHERE k.thread_key = t.thread_key AND k.first_seq <= ?), 0) END";

  private static final String WINDOW =
      "SELECT t.tail_earlier + t.message_count - t.tail_after - "
          + UP_TO
          + " AS behind, t.tail_after - t.tail_earlier, w.seq, w.kind, w.body, w.message_id FROM"
          + " awaken_thread t LEFT JOIN (SELECT n.seq, n.kind, n.message_id, n.body, n.bytes,"
          + " SUM(n.bytes) OVER (PARTITION BY n.kind ORDER BY n.seq DESC) AS total FROM (("
          + TAIL
          + ") UNION ALL ("
          + STRETCHES
          + ") UNION ALL ("
          + SYSTEM
          + ")) n) w ON w.total <= CASE w.kind WHEN 1 THEN ? ELSE ? END WHERE t.thread_key = ?"
          + DeletedThreadRow.leftOutSql("t.thread_key")
          + " ORDER BY w.kind, w.seq";

  /** Maximum system messages of a window. */
  private static final int MOST_SYSTEM = 100;

  private static final int UP_TO_PLACES = 4;

  private MessageWindows() {}

  static StoredWindow of(EntityManager em, UUID thread, long after, WindowLimits limits) {
    return em.unwrap(Session.class).doReturningWork(sql -> of(sql, thread, after, limits));
  }

  private static StoredWindow of(Connection sql, UUID thread, long after, WindowLimits limits)
      throws SQLException {
    try (PreparedStatement select = sql.prepareStatement(WINDOW)) {
      int at = 0;
      for (int i = 0; i < UP_TO_PLACES; i++) {
        select.setLong(++at, after);
      }
      select.setObject(++at, thread);
      select.setLong(++at, limits.messages());
      select.setLong(++at, after);
      select.setObject(++at, thread);
      select.setLong(++at, limits.messages());
      select.setObject(++at, thread);
      select.setLong(++at, after);
      select.setObject(++at, thread);
      select.setLong(++at, after);
      select.setInt(++at, MOST_SYSTEM);
      select.setLong(++at, limits.bytes());
      select.setLong(++at, limits.systemBytes());
      select.setObject(++at, thread);
      try (ResultSet rows = select.executeQuery()) {
        return window(rows);
      }
    }
  }

  private static StoredWindow window(ResultSet rows) throws SQLException {
    var system = new ArrayList<Row>();
    var newest = new ArrayList<Row>();
    long behind = 0;
    long superseded = 0;
    while (rows.next()) {
      behind = rows.getLong(1);
      superseded = rows.getLong(2);
      String body = rows.getString(5);
      if (body != null) {
        var row = new Row(rows.getLong(3), StoredJson.readMessage(body, rows.getString(6)));
        (rows.getInt(4) == 0 ? system : newest).add(row);
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
        Math.max(0, behind) - system.size() - newest.size(),
        superseded);
  }

  private static List<Message> messages(List<Row> rows) {
    return rows.stream().map(Row::message).toList();
  }

  private record Row(long sequence, Message message) {}

  static Optional<Place> place(EntityManager em, UUID thread, String messageId, long after) {
    return em.unwrap(Session.class)
        .doReturningWork(
            sql -> {
              try (PreparedStatement select = sql.prepareStatement(PLACE)) {
                select.setObject(1, thread);
                select.setLong(2, after);
                select.setString(3, messageId);
                try (ResultSet rows = select.executeQuery()) {
                  return only(rows);
                }
              }
            });
  }

  static Optional<ClientMessage> ofClient(EntityManager em, UUID thread, String clientId) {
    String stored = ClientMessageIds.stored(clientId);
    return em.unwrap(Session.class)
        .doReturningWork(
            sql -> {
              try (PreparedStatement select = sql.prepareStatement(OF_CLIENT)) {
                select.setObject(1, thread);
                select.setString(2, stored);
                select.setString(3, ClientMessageIds.marked(clientId) ? stored : clientId);
                select.setString(4, literal(ClientMessageIds.editions(clientId)) + "%");
                try (ResultSet rows = select.executeQuery()) {
                  return rows.next()
                      ? Optional.of(new ClientMessage(rows.getString(1), rows.getLong(2)))
                      : Optional.empty();
                }
              }
            });
  }

  private static String literal(String text) {
    return text.replaceAll("[!%_]", "!$0");
  }

  private static Optional<Place> only(ResultSet rows) throws SQLException {
    if (!rows.next()) {
      return Optional.empty();
    }
    var place = new Place(rows.getLong(1), rows.getLong(2));
    return rows.next() ? Optional.empty() : Optional.of(place);
  }
}
