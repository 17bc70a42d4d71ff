package io.awaken.store.jpa.thread;

import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.store.thread.ThreadStore.ClientMessage;
import io.awaken.core.store.thread.ThreadStore.Place;
import io.awaken.store.jpa.rows.DeletedThreadRow;
import io.awaken.store.jpa.statement.ThreadCuts;
import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.hibernate.Session;

/**
 * Finds the position of a current message by its id, using the key of the thread's messages without
 * reading their bodies.
 */
final class MessagePlaces {

  private static final String CURRENT =
      " FROM awaken_thread t"
          + " JOIN awaken_message m ON m.thread_id = t.thread_id WHERE t.thread_id = ?"
          + " AND (m.seq > t.tail_after OR "
          + ThreadCuts.inStretch("t.thread_id", "m.seq")
          + ")"
          + DeletedThreadRow.leftOutSql("t.thread_id");

  private static final String PLACE =
      "SELECT m.seq, CASE WHEN m.seq > t.tail_after THEN t.tail_after - t.tail_earlier ELSE"
          + " (SELECT k.first_seq - k.earlier - 1 FROM awaken_stretch k WHERE k.thread_id ="
          + " t.thread_id AND m.seq BETWEEN k.first_seq AND k.last_seq) END"
          + CURRENT
          + " AND m.seq > ? AND m.message_id = ? ORDER BY m.seq FETCH FIRST 2 ROWS ONLY";

  private static final String OF_CLIENT =
      "SELECT m.message_id, m.seq"
          + CURRENT
          + " AND (m.message_id IN (?, ?) OR m.message_id LIKE ? ESCAPE '!')"
          + " ORDER BY m.seq DESC FETCH FIRST 1 ROWS ONLY";

  private MessagePlaces() {}

  static Optional<Place> of(EntityManager em, String thread, String messageId, long after) {
    return em.unwrap(Session.class)
        .doReturningWork(
            sql -> {
              try (PreparedStatement select = sql.prepareStatement(PLACE)) {
                select.setString(1, thread);
                select.setLong(2, after);
                select.setString(3, messageId);
                try (ResultSet rows = select.executeQuery()) {
                  return only(rows);
                }
              }
            });
  }

  static Optional<ClientMessage> ofClient(EntityManager em, String thread, String clientId) {
    String stored = ClientMessageIds.stored(clientId);
    return em.unwrap(Session.class)
        .doReturningWork(
            sql -> {
              try (PreparedStatement select = sql.prepareStatement(OF_CLIENT)) {
                select.setString(1, thread);
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
