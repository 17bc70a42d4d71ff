package io.awaken.store.database;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The short keys of threads and runs, by which rows are stored. A key follows from its id alone, so
 * that every statement knows it without a look-up, and a database that is distributed by the key of
 * threads can still keep their ids unique. New rows are stored side by side when their ids begin
 * with the time (UUID version 7). Changing a rule here needs a migration.
 */
public final class Keys {
  /** The key of what belongs to a thread and to none of its runs. */
  public static final long NO_RUN = 0;

  /** Its UUIDs are for everyone's own use; ours are hashes. */
  private static final int HASHED = 8;

  private static final int BY_TIME = 7;
  private static final int BY_CHANCE = 4;
  private static final int UUID_LENGTH = 36;
  private static final long LOW_48 = (1L << 48) - 1;

  private Keys() {}

  /** Returns the key of a thread, which is unique in the database. */
  public static UUID thread(ThreadId id) {
    return thread(id.key());
  }

  /**
   * The same of a stored id: a UUID of the default tenant as it is, otherwise a hash, behind the
   * time of a UUID.
   *
   * @param id as {@link ThreadId#key}; null for none
   */
  public static UUID thread(String id) {
    if (id == null) {
      return null;
    }
    UUID uuid = uuid(id);
    if (uuid != null && uuid.version() != HASHED) {
      return uuid;
    }
    UUID own = uuid(id.substring(id.lastIndexOf('/') + 1));
    ByteBuffer hash = hash(id);
    long high = hash.getLong();
    if (own != null && own.version() == BY_TIME) {
      high = own.getMostSignificantBits() & ~0xFFFFL | high & 0xFFFF;
    }
    return new UUID(high & ~0xF000L | HASHED << 12, hash.getLong());
  }

  /** Returns the key of a run, which is unique in its thread. */
  public static long run(RunId id) {
    return run(id.value());
  }

  /** The same of a stored id: 16 bits of time and 48 by chance of a UUID, otherwise a hash. */
  public static long run(String id) {
    UUID uuid = uuid(id);
    boolean random = uuid != null && (uuid.version() == BY_TIME || uuid.version() == BY_CHANCE);
    long key =
        random
            ? uuid.getMostSignificantBits() >>> 40 << 48 | uuid.getLeastSignificantBits() & LOW_48
            : hash(id).getLong();
    return key == NO_RUN ? 1 : key;
  }

  /** Null for a text that no UUID is written as. */
  private static UUID uuid(String text) {
    if (text.length() != UUID_LENGTH || text.charAt(8) != '-') {
      return null;
    }
    try {
      UUID uuid = UUID.fromString(text);
      return uuid.toString().equals(text) ? uuid : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static ByteBuffer hash(String text) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
