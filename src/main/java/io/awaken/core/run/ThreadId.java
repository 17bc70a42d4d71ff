package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * Names a thread: an id is unique within its tenant, so that the same one may exist in two tenants.
 * On the wire, in events and in logs only the id is written, since each caller sees one tenant.
 *
 * @param tenant the tenant that owns the thread
 * @param value the id within the tenant; see {@link Ids#check}
 */
public record ThreadId(String tenant, @JsonValue String value) {

  /** Characters that a key may have at the most: those of a tenant, of an id, and one between. */
  public static final int MAX_KEY = 128 + 1 + Ids.MAX_LENGTH;

  /** No id has it, whatever a tenant is called. */
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
   * Tenant and id as one text, under which stores keep the thread: the id alone in the tenant of
   * installations without authentication, else the tenant, a slash and the id.
   */
  public String key() {
    return Caller.ANONYMOUS.tenant().equals(tenant) ? value : tenant + BETWEEN + value;
  }

  /** Reads what {@link #key} wrote. */
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
