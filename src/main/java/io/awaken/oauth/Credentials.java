package io.awaken.oauth;

/** Provides the token for requests to one server. Thread-safe. */
interface Credentials {

  /**
   * Returns the current token.
   *
   * @return null when the server has not required one
   */
  ServerToken current() throws AccessRefused, InterruptedException;

  /**
   * Returns another token after the server has rejected one.
   *
   * @param used the rejected token; null without one
   * @param challenge the server's challenge
   * @throws AccessRefused when there is none
   */
  ServerToken next(ServerToken used, Challenge challenge)
      throws AccessRefused, InterruptedException;

  /**
   * Returns a token with a larger scope after the server has rejected a valid one.
   *
   * @param challenge the server's challenge
   * @throws AccessRefused when there is none, or the used one already has that scope
   */
  ServerToken wider(ServerToken used, Challenge challenge)
      throws AccessRefused, InterruptedException;

  /**
   * Sends requests without tokens, as long as the server requires none. Thread-safe.
   *
   * @param reason the error text when it does
   */
  record None(String reason) implements Credentials {

    @Override
    public ServerToken current() {
      return null;
    }

    @Override
    public ServerToken next(ServerToken used, Challenge challenge) throws AccessRefused {
      throw new AccessRefused(reason);
    }

    @Override
    public ServerToken wider(ServerToken used, Challenge challenge) throws AccessRefused {
      throw new AccessRefused(reason);
    }
  }
}
