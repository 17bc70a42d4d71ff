package io.awaken.core.outbound;

import java.net.InetAddress;
import java.util.List;

/** Decides which addresses may be connected to. Thread-safe. */
@FunctionalInterface
interface AddressPolicy {

  /** Allows any address, for those that operators configure. */
  AddressPolicy ANY = (host, addresses) -> {};

  /**
   * Checks the addresses of a name, just before connecting to one of them.
   *
   * @throws AddressRefused when one of them is not allowed
   */
  void check(String host, List<InetAddress> addresses) throws AddressRefused;
}
