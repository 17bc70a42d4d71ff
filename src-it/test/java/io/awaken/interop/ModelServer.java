package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FreePorts;
import io.awaken.process.Conditions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A third-party model server as a child process, on a port of the loopback address that it keeps
 * when it starts again: llama.cpp's own with a small model, or LiteLLM before it.
 */
final class ModelServer implements AutoCloseable {

  private static final Path HOME = Path.of("src-it/interop/models").toAbsolutePath();

  private final int port;
  private final Path log;
  private final String health;
  private final List<String> command;
  private Process process;

  private ModelServer(int port, Path log, String health, List<String> command) {
    this.port = port;
    this.log = log;
    this.health = health;
    this.command = command;
  }

  /**
   * Starts llama.cpp's server and returns when the model is loaded.
   *
   * @param work the folder of its log
   */
  static ModelServer llamaCpp(Path work) throws IOException, InterruptedException {
    // The model's package needs a second llama.cpp, which would be compiled for minutes.
    Path python = PythonPrograms.alone(HOME, "llamacpp").python();
    int port = FreePorts.next();
    String program = HOME.resolve("llamacpp.py").toString();
    var server =
        new ModelServer(
            port,
            work.resolve("llamacpp.log"),
            "/health",
            List.of(python.toString(), program, String.valueOf(port)));
    return server.start();
  }

  /**
   * Starts LiteLLM and returns when it is ready.
   *
   * @param work the folder of its log
   * @param configuration its {@code config.yaml}
   */
  static ModelServer liteLlm(Path work, Path configuration)
      throws IOException, InterruptedException {
    Path python = PythonPrograms.of(HOME, "litellm").python();
    int port = FreePorts.next();
    var server =
        new ModelServer(
            port,
            work.resolve("litellm.log"),
            "/health/readiness",
            List.of(
                python.resolveSibling("litellm").toString(),
                "--config",
                configuration.toString(),
                "--host",
                "127.0.0.1",
                "--port",
                String.valueOf(port)));
    return server.start();
  }

  /** Starts the server, again after {@link #kill}. */
  ModelServer start() throws IOException, InterruptedException {
    var program =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // LiteLLM would fetch a list of prices.
    program.environment().put("LITELLM_LOCAL_MODEL_COST_MAP", "True");
    process = program.start();
    try (HttpClient client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(address() + health)).build();
      Conditions.await(
          "the model server",
          () -> {
            assertThat(process.isAlive()).as(() -> log()).isTrue();
            return healthy(client, request);
          });
    }
    return this;
  }

  private static boolean healthy(HttpClient client, HttpRequest request)
      throws InterruptedException {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException starting) {
      return false;
    }
  }

  /** The address without a path. */
  String address() {
    return "http://127.0.0.1:" + port;
  }

  /** What the server logged since the test began. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new IllegalStateException("the server's log cannot be read", e);
    }
  }

  /** Kills the server as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
