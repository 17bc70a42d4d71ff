package io.awaken.launch;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * The address and port on which the server listens.
 *
 * @param host the address as it was configured
 * @param address the resolved host
 * @param port from 1 to 65535
 */
record HttpAddress(String host, InetAddress address, int port) {
  static final String LOOPBACK = "127.0.0.1";
  static final String EVERYWHERE = "0.0.0.0";

  /**
   * Resolves the host.
   *
   * @throws LaunchFailed when it is not an address
   */
  static HttpAddress of(String host, int port) throws LaunchFailed {
    try {
      return new HttpAddress(host, InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new LaunchFailed(
          "awaken.http.host must be an address of this machine or 0.0.0.0, it is " + host);
    }
  }

  /** Fails when the server could not listen here. */
  void check() throws LaunchFailed {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, port));
    } catch (BindException e) {
      throw new LaunchFailed(
          isOfThisMachine()
              ? "Port "
                  + port
                  + " is in use: stop the program that uses it or set -Dawaken.http.port="
              : "awaken.http.host must be an address of this machine or 0.0.0.0, it is " + host);
    } catch (IOException e) {
      throw new LaunchFailed("Port " + port + " of " + host + " cannot be opened: " + e);
    }
  }

  private boolean isOfThisMachine() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, 0));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether only this machine can reach it. */
  boolean isLoopback() {
    return address.isLoopbackAddress();
  }

  /** The server's address from this machine, with a path that begins with a slash. */
  URI uri(String path) {
    return URI.create("http://" + reached(LOOPBACK) + ":" + port + path);
  }

  /** The address to show to users. */
  String page() {
    return "http://" + reached("localhost") + ":" + port + "/";
  }

  private String reached(String loopback) {
    if (address.isAnyLocalAddress() || address.getHostAddress().equals(LOOPBACK)) {
      return loopback;
    }
    String text = address.getHostAddress();
    return address instanceof Inet6Address ? "[" + text + "]" : text;
  }
}
