package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * Names a thread. An id is unique within its tenant. Wire formats, events and logs contain the id
 * only, since each caller sees one tenant.
 *
 * @param tenant the tenant that owns the thread
 * @param value the id within the tenant; see {@link Ids#check}
 */
public record ThreadId(String tenant, @JsonValue String value) {

  /** Limit of a key in characters: tenant, separator and id. */
  public static final int MAX_KEY = 128 + 1 + Ids.MAX_LENGTH;

  /** Ids cannot contain it. */
  private static final char BETWEEN = '/';

  public ThreadId {
    Objects.requireNonNull(tenant, "tenant");
    Ids.check("thread_id", value);
  }

  /** A thread of the tenant of {@link Caller#ANONYMOUS}, the only one without authentication. */
  public ThreadId(String value) {
    this(Caller.ANONYMOUS.tenant(), value);
  }

  /** The thread of this id in a tenant. */
  public ThreadId in(String other) {
    return tenant.equals(other) ? this : new ThreadId(other, value);
  }

  /**
   * Tenant and id as one text, the key in stores: the id alone in the default tenant, otherwise
   * tenant, slash and id.
   */
  public String key() {
    return Caller.ANONYMOUS.tenant().equals(tenant) ? value : tenant + BETWEEN + value;
  }

  /** Parses a {@link #key}. */
  public static ThreadId ofKey(String key) {
    int end = key.lastIndexOf(BETWEEN);
    return end < 0
        ? new ThreadId(key)
        : new ThreadId(key.substring(0, end), key.substring(end + 1));
  }

  @Override
  public String toString() {
    return value;
  }
}
