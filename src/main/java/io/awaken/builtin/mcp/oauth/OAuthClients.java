package io.awaken.builtin.mcp.oauth;

import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.spec.McpServerSpec;
import java.time.InstantSource;

/** Makes what gets the tokens of each server. Thread-safe. */
public final class OAuthClients {

  private final InstantSource clock;

  /**
   * Clients that act for themselves only.
   *
   * @param clock tells what has expired
   */
  public OAuthClients(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * What gets the tokens of one server, for as long as its document stays as it is.
   *
   * @param http reaches it and its authorization server
   */
  public ServerLogin login(McpServerSpec spec, GuardedHttp http) {
    return new ServerLogin(spec, http, clock);
  }
}
