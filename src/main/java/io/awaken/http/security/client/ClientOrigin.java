package io.awaken.http.security.client;

import io.awaken.core.network.Addresses;
import java.net.InetAddress;
import java.util.Optional;

/**
 * Where a request comes from. Immutable.
 *
 * @param address of the client, as far as it is known; else of the proxy that did not say; null
 *     where the server does not tell
 * @param local whether it was sent by a program on this machine, over the loopback interface, and
 *     not passed on for anyone else
 */
public record ClientOrigin(InetAddress address, boolean local) {

  /**
   * How the client is called in counts; empty for a client on this machine, which is not counted.
   */
  public Optional<String> countedAs() {
    return local
        ? Optional.empty()
        : Optional.of(address == null ? HopList.UNKNOWN : Addresses.network(address));
  }

  /** For logs. */
  @Override
  public String toString() {
    return address == null ? HopList.UNKNOWN : address.getHostAddress();
  }
}
