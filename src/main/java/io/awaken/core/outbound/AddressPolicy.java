package io.awaken.core.outbound;

import java.net.InetAddress;
import java.util.List;

/** Decides which addresses may be connected to. Thread-safe. */
@FunctionalInterface
interface AddressPolicy {

  /** Any address, as an operator may name it. */
  AddressPolicy ANY = (host, addresses) -> {};

  /**
   * Checks what a name was resolved to, just before the connection is made to one of them.
   *
   * @throws AddressRefused when one of them must not be reached
   */
  void check(String host, List<InetAddress> addresses) throws AddressRefused;
}
