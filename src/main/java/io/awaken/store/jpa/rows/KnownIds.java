package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.databind.DatabindContext;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * The ids that the row of a segment, or an earlier event of it, gives to an event: they are left
 * out of the text. Used by one thread, for one text, in the order of its events.
 */
final class KnownIds {

  /** Before an id that does not begin as those of its run's messages do. */
  private static final String WHOLE = "=";

  /** What an id names. */
  enum Kind {
    /** The thread of the row. */
    THREAD,
    /** The run of the row. */
    RUN,
    /** The call of the event before. */
    CALL,
    /** A message of the run; stored is what follows the run's id and a dash. */
    MESSAGE,
    /** A message of the run whose id ends with a dash and the call. */
    RESULT
  }

  private final String thread;
  private final String run;
  private String call;
  private String message;

  KnownIds(ThreadId threadId, RunId runId) {
    thread = threadId.value();
    run = runId.value();
  }

  /** Makes these known to what is read or written. */
  void in(DatabindContext context) {
    context.setAttribute(KnownIds.class, this);
  }

  /** Returns what is known where an event is read or written. */
  static KnownIds of(DatabindContext context) {
    return (KnownIds) context.getAttribute(KnownIds.class);
  }

  /** Returns what is stored of an id; null for nothing. */
  String stored(Kind kind, String id) {
    return switch (kind) {
      case THREAD -> id.equals(thread) ? null : id;
      case RUN -> id.equals(run) ? null : id;
      case CALL -> {
        boolean known = id.equals(call);
        call = id;
        yield known ? null : id;
      }
      case MESSAGE, RESULT -> storedMessage(id, end(kind));
    };
  }

  private String storedMessage(String id, String end) {
    int from = run.length() + 1;
    int to = id.length() - end.length();
    if (from > to
        || !id.startsWith(run)
        || id.charAt(run.length()) != '-'
        || !id.endsWith(end)
        || id.startsWith(WHOLE, from)) {
      return WHOLE + id;
    }
    if (message != null && message.length() == to - from && id.startsWith(message, from)) {
      return null;
    }
    message = id.substring(from, to);
    return message;
  }

  /**
   * Returns the id of which this is stored.
   *
   * @param stored null for nothing
   * @return null if nothing is known
   */
  String id(Kind kind, String stored) {
    return switch (kind) {
      case THREAD -> stored == null ? thread : stored;
      case RUN -> stored == null ? run : stored;
      case CALL -> call = stored == null ? call : stored;
      case MESSAGE, RESULT -> message(stored, end(kind));
    };
  }

  private String message(String stored, String end) {
    if (stored != null && stored.startsWith(WHOLE)) {
      return stored.substring(WHOLE.length());
    }
    message = stored == null ? message : stored;
    return message == null ? null : run + "-" + message + end;
  }

  private String end(Kind kind) {
    return kind == Kind.RESULT ? "-" + call : "";
  }
}
