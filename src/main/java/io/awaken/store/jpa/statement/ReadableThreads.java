package io.awaken.store.jpa.statement;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import java.util.List;
import java.util.Map;

/**
 * The condition of lists on the threads that a caller may use, in JPQL and SQL; the rule is {@link
 * ThreadAccess}. Only threads that are shared cost more than two comparisons.
 */
public final class ReadableThreads {

  private ReadableThreads() {}

  /**
   * Returns a condition on the thread {@code t} of the caller's tenant; always true for an
   * operator, or without a reader.
   *
   * @param reader null for all threads
   * @param values receives its parameters, named {@code reader*}
   */
  public static String of(Caller reader, ThreadAction action, Map<String, Object> values) {
    if (reader == null || reader.operator()) {
      return "1 = 1";
    }
    values.put("readerNobody", Caller.ANONYMOUS.subject());
    if (reader.anonymous()) {
      return "t.owner = :readerNobody";
    }
    values.put("readerName", reader.subject());
    values.put("readerAll", Sharing.ALL);
    var shared = new StringBuilder("t.sharing = :readerAll");
    List<String> lines = Sharing.lines(reader, action);
    for (int i = 0; i < lines.size(); i++) {
      String name = "reader" + action + i;
      values.put(name, "%" + escaped(lines.get(i)) + "%");
      shared.append(" or t.sharing like :").append(name).append(" escape '!'");
    }
    return "(t.owner in (:readerName, :readerNobody) or t.sharing is not null and (%s))"
        .formatted(shared);
  }

  private static String escaped(String text) {
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
  }
}
