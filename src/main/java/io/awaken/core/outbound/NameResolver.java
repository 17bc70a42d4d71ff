package io.awaken.core.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves host names. Thread-safe. */
@FunctionalInterface
interface NameResolver {

  /** The system's resolver. */
  NameResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  /**
   * All addresses of a host, at least one; an address literal resolves to itself.
   *
   * @throws UnknownHostException when it has no address
   */
  List<InetAddress> resolve(String host) throws UnknownHostException;
}
