package io.awaken.bench.bed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A reverse proxy in Go before the server, as a child process. It only copies: what a token costs
 * it is the floor for a server. Exits at the end of its standard input.
 */
final class Proxy implements AutoCloseable {

  private static final String SOURCE = "src-it/bench/proxy/main.go";

  private final Process process;
  private final InetSocketAddress address;

  private Proxy(Process process, int port) {
    this.process = process;
    this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /**
   * Builds and starts it.
   *
   * @param target the address whose answers it copies
   * @param work the folder for the program
   * @return empty if there is no command {@code go}, or it cannot build the program
   */
  static Optional<Proxy> start(String target, Path work) throws IOException, InterruptedException {
    String program = work.resolve("proxy").toString();
    if (!built(List.of("go", "build", "-o", program, SOURCE))) {
      return Optional.empty();
    }
    Process process =
        new ProcessBuilder(program, target).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String port = process.inputReader().readLine();
    return port == null
        ? Optional.empty()
        : Optional.of(new Proxy(process, Integer.parseInt(port)));
  }

  private static boolean built(List<String> command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  InetSocketAddress address() {
    return address;
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
