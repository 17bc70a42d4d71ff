package io.awaken.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A third-party mock of model endpoints ({@code @copilotkit/aimock}) as a child process, on a free
 * port of the loopback address. Its responses are the fixtures of a folder; a request that matches
 * none fails.
 */
public final class AimockServer implements AutoCloseable {

  private static final String READY = "listening on ";

  private final Process process;
  private final String address;

  private AimockServer(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts the mock and waits until it listens.
   *
   * @param fixtures a folder of fixture files
   */
  public static AimockServer start(Path fixtures) throws IOException {
    Path home = NodePrograms.of("aimock").home();
    Process process =
        new ProcessBuilder(
                "node",
                home.resolve("node_modules/@copilotkit/aimock/dist/cli.js").toString(),
                "--port",
                "0",
                "--fixtures",
                fixtures.toString(),
                "--chunk-size",
                "8",
                "--strict",
                "--validate-on-load")
            .redirectErrorStream(true)
            .start();
    return new AimockServer(process, address(process.inputReader(StandardCharsets.UTF_8), process));
  }

  private static String address(BufferedReader output, Process process) throws IOException {
    var printed = new StringBuilder();
    String line = output.readLine();
    while (line != null) {
      int at = line.indexOf(READY);
      if (at >= 0) {
        Thread.ofVirtual().start(() -> drain(output));
        return line.substring(at + READY.length()).strip();
      }
      printed.append(line).append('\n');
      line = output.readLine();
    }
    process.destroy();
    throw new IOException("the mock did not start: " + printed);
  }

  /** Reads the output, since a full pipe would block the mock. */
  private static void drain(BufferedReader output) {
    try {
      output.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // The mock has ended and closed the pipe.
    }
  }

  /** The address without a path. */
  public String address() {
    return address;
  }

  /** The address with {@code /v1}, as for {@code OPENAI_BASE_URL}. */
  public String baseUrl() {
    return address + "/v1";
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
