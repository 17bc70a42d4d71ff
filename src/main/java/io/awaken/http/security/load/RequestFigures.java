package io.awaken.http.security.load;

import java.util.Set;

/** Counts requests and their answers. Implementations are thread-safe and fast. */
public interface RequestFigures {

  /** The request attribute that holds what was begun, until it is answered. */
  String ATTRIBUTE = "io.awaken.http.security.begun";

  /** The route of requests that reached none. */
  String UNMATCHED = "unmatched";

  Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  /** The method as it is counted: one of those that HTTP defines, or {@code other}. */
  static String method(String sent) {
    return METHODS.contains(sent) ? sent : "other";
  }

  /** A request came in. */
  Begun begin();

  /** A request that is not answered yet. */
  interface Begun {

    /**
     * It was answered; called once.
     *
     * @param route the path as the application declares it, never what the client sent
     * @param method one of those that HTTP knows, or {@code other}
     * @param untimed whether the answer was a stream or waited for a run, whose length says nothing
     *     about us
     */
    void answered(String route, String method, int status, boolean untimed);
  }
}
