package io.awaken.http.security;

/** Is told of requests and how they were answered. Implementations are thread-safe and fast. */
public interface RequestFigures {

  /** A request came in. */
  Begun begin();

  /** A request that is not answered yet. */
  interface Begun {

    /**
     * It was answered; told once.
     *
     * @param route the path as the application declares it, never what the client sent
     * @param method one of those that HTTP knows, or {@code other}
     * @param untimed whether the answer was a stream or waited for a run, whose length says nothing
     *     about us
     */
    void answered(String route, String method, int status, boolean untimed);
  }
}
