package io.awaken.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A listening TCP socket, or a UDP socket that receives from any sender, as listed by Linux.
 *
 * @param protocol {@code tcp}, {@code tcp6}, {@code udp} or {@code udp6}
 */
public record ListeningSocket(String protocol, InetAddress address, int port) {

  private static final String LISTEN = "0A";
  private static final String UNCONNECTED = "07";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /** Lists the sockets of a process. */
  public static List<ListeningSocket> of(long pid) throws IOException {
    Path process = Path.of("/proc", String.valueOf(pid));
    Set<String> inodes = inodes(process.resolve("fd"));
    List<ListeningSocket> sockets = new ArrayList<>();
    for (String protocol : List.of("tcp", "tcp6", "udp", "udp6")) {
      String state = protocol.startsWith("tcp") ? LISTEN : UNCONNECTED;
      Path table = process.resolve("net").resolve(protocol);
      if (Files.exists(table)) {
        Files.readAllLines(table).stream()
            .map(line -> line.strip().split("\\s+"))
            .filter(row -> row.length > INODE)
            .filter(row -> row[STATE].equals(state) && inodes.contains(row[INODE]))
            .map(row -> parse(protocol, row[LOCAL_ADDRESS]))
            .forEach(sockets::add);
      }
    }
    return sockets;
  }

  /** Lists the sockets of the child process that listens on a port. */
  public static List<ListeningSocket> ofServerAt(int port) {
    return ProcessHandle.current()
        .descendants()
        .map(process -> ofLiving(process.pid()))
        .filter(sockets -> sockets.stream().anyMatch(socket -> socket.port() == port))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no child process listens on " + port));
  }

  private static List<ListeningSocket> ofLiving(long pid) {
    try {
      return of(pid);
    } catch (IOException ended) {
      return List.of();
    }
  }

  private static Set<String> inodes(Path descriptors) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> files = Files.list(descriptors)) {
      for (Path file : files.toList()) {
        try {
          String target = Files.readSymbolicLink(file).toString();
          if (target.startsWith("socket:[")) {
            inodes.add(target.substring("socket:[".length(), target.length() - 1));
          }
        } catch (IOException closed) {
          // The process has closed the file since the directory was listed.
        }
      }
    }
    return inodes;
  }

  /** Linux prints the address as 32-bit words in the machine's byte order. */
  private static ListeningSocket parse(String protocol, String text) {
    int colon = text.indexOf(':');
    ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
    ByteBuffer bytes = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
    while (words.hasRemaining()) {
      bytes.putInt(words.getInt());
    }
    try {
      return new ListeningSocket(
          protocol,
          InetAddress.getByAddress(bytes.array()),
          Integer.parseInt(text.substring(colon + 1), 16));
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  /** Whether other machines can reach it. */
  public boolean isPublic() {
    return !address.isLoopbackAddress();
  }
}
