package io.awaken.http.security.client;

import io.awaken.core.network.Addresses;
import java.net.InetAddress;
import java.util.Optional;

/**
 * The origin of a request. Immutable.
 *
 * @param address of the client if known; else of the proxy that did not name it; null if the server
 *     does not report it
 * @param local whether a program on this machine sent it, over the loopback interface, and not on
 *     behalf of another client
 */
public record ClientOrigin(InetAddress address, boolean local) {

  /** The key for counting; empty for a client on this machine, which is not counted. */
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
