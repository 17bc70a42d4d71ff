package io.awaken.process;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** The non-loopback addresses of this machine. */
final class OwnAddresses {

  private OwnAddresses() {}

  /** Empty on a machine without a network. */
  static List<String> beyondLoopback() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .limit(1)
        .toList();
  }
}
