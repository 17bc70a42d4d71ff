package io.awaken.core.outbound;

import java.net.URI;

/**
 * Sends requests to addresses that others than the operator chose: users, models, other agents.
 * Only targets that {@link TargetRules} allow are reached; a name is looked up once, and the
 * connection is made to just the addresses that were checked. Credentials of the server are never
 * added, and no proxy is used. Thread-safe.
 */
public interface GuardedHttp {

  /**
   * Checks an address as far as that is possible without looking its name up, for example when it
   * is registered.
   *
   * @throws AddressRefused with the reason, fit for the author of the address
   */
  void check(URI address) throws AddressRefused;

  /**
   * A call that checks its address and sends its request when its head is read, which throws {@link
   * AddressRefused} then.
   */
  OutboundCall open(OutboundRequest request, GuardedLimits limits);
}
