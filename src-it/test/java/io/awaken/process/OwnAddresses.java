package io.awaken.process;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** The addresses under which this machine calls itself as another one would. */
final class OwnAddresses {

  private OwnAddresses() {}

  /** None on a machine without a network. */
  static List<String> beyondLoopback() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .limit(1)
        .toList();
  }
}
