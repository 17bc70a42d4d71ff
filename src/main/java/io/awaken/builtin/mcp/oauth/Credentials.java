package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;

/** The token that goes with requests to one server. Thread-safe. */
interface Credentials {

  /**
   * The token now.
   *
   * @return null when the request shall go without: the server has not asked for one
   */
  AccessToken current() throws AccessRefused, InterruptedException;

  /**
   * Another token, after the server has refused one.
   *
   * @param used null when there was none
   * @param challenge what the server said
   * @throws AccessRefused when there is none
   */
  AccessToken next(AccessToken used, Challenge challenge)
      throws AccessRefused, InterruptedException;

  /**
   * A token with a larger scope, after the server has refused a request with one that is good.
   *
   * @param challenge what the server said
   * @throws AccessRefused when there is none, or the used one has that scope already
   */
  AccessToken wider(AccessToken used, Challenge challenge)
      throws AccessRefused, InterruptedException;
}
