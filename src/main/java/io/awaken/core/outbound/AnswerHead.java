package io.awaken.core.outbound;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Status and headers of an answer. Immutable.
 *
 * @param status for example 200
 * @param headers values by name; names are case-insensitive
 */
public record AnswerHead(int status, Map<String, List<String>> headers) {

  public AnswerHead {
    var sorted = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    sorted.putAll(headers);
    headers = sorted;
  }

  /** The first value of a header. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name)).map(List::getFirst);
  }

  /** Omits the headers, since cookies, for example, are secret. */
  @Override
  public String toString() {
    return "AnswerHead[status=" + status + "]";
  }
}
