package io.awaken.store.jpa.statement;

import io.awaken.core.message.MediaContent;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.store.database.Keys;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;

/**
 * Writes media in parts of {@link MediaStore#PART} bytes, behind the thread row. Existing media
 * stay: the id is derived from the content.
 */
public final class MediaRows {

  private static final String KNOWN =
      "SELECT 1 FROM awaken_media WHERE thread_key = ? AND media_id = ? AND part = 0";
  private static final String INSERT =
      "INSERT INTO awaken_media (thread_key, media_id, part, media_type, size, bytes)"
          + " VALUES (?, ?, ?, ?, ?, ?)";

  private MediaRows() {}

  public static void write(EntityManager em, ThreadId thread, List<MediaContent> media) {
    if (!media.isEmpty()) {
      em.unwrap(Session.class).doWork(sql -> write(sql, Keys.thread(thread), media));
    }
  }

  private static void write(Connection sql, UUID thread, List<MediaContent> media)
      throws SQLException {
    try (PreparedStatement insert = sql.prepareStatement(INSERT)) {
      for (MediaContent content : media) {
        if (!known(sql, thread, content.id())) {
          insert(insert, thread, content);
        }
      }
    }
  }

  public static boolean known(Connection sql, UUID thread, String id) throws SQLException {
    try (PreparedStatement select = sql.prepareStatement(KNOWN)) {
      select.setObject(1, thread);
      select.setString(2, id);
      try (ResultSet found = select.executeQuery()) {
        return found.next();
      }
    }
  }

  /** Empty content has one part, too. */
  private static void insert(PreparedStatement insert, UUID thread, MediaContent content)
      throws SQLException {
    byte[] bytes = content.data().array();
    int part = 0;
    int from = 0;
    do {
      int to = Math.min(bytes.length, from + MediaStore.PART);
      insert.setObject(1, thread);
      insert.setString(2, content.id());
      insert.setInt(3, part++);
      insert.setString(4, content.mediaType());
      insert.setLong(5, content.size());
      insert.setBytes(6, Arrays.copyOfRange(bytes, from, to));
      insert.executeUpdate();
      from = to;
    } while (from < bytes.length);
  }
}
