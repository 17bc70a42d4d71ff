package io.awaken.core.outbound;

import java.net.URI;

/**
 * Sends requests to addresses that users, models or other agents chose. Only targets that {@link
 * TargetRules} allow are reached; a name is resolved once, and only checked addresses are connected
 * to. Credentials of the server are never added, and no proxy is used. Thread-safe.
 */
public interface GuardedHttp {

  /**
   * Checks an address as far as possible without resolving its name, for example when it is
   * registered.
   *
   * @throws AddressRefused with the reason, fit for the author of the address
   */
  void check(URI address) throws AddressRefused;

  /**
   * Creates a call that checks its address and sends its request when its head is read, which may
   * throw {@link AddressRefused}.
   */
  OutboundCall open(OutboundRequest request, GuardedLimits limits);
}
