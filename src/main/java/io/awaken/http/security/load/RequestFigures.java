package io.awaken.http.security.load;

import java.util.Set;

/** Counts requests and their answers. Implementations are thread-safe and fast. */
public interface RequestFigures {

  /** The request attribute with the started measurement, until the request is answered. */
  String ATTRIBUTE = "io.awaken.http.security.begun";

  /** The route of requests that matched none. */
  String UNMATCHED = "unmatched";

  Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  /** The counted method: one defined by HTTP, or {@code other}. */
  static String method(String sent) {
    return METHODS.contains(sent) ? sent : "other";
  }

  /** Starts measuring a request. */
  Begun begin();

  /** An unanswered request. */
  interface Begun {

    /**
     * Records the answer; called once.
     *
     * @param route the path as declared by the application, never the client's text
     * @param method one defined by HTTP, or {@code other}
     * @param untimed whether the answer was a stream or waited for a run, so that its duration is
     *     meaningless
     */
    void answered(String route, String method, int status, boolean untimed);
  }
}
