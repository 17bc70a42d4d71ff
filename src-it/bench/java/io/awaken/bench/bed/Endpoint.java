package io.awaken.bench.bed;

import io.awaken.bench.endpoint.ModelEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

/** The model endpoint as a child process; exits at the end of its standard input. */
public final class Endpoint implements AutoCloseable {

  private final Process process;
  private final int port;

  public Endpoint() throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ModelEndpoint.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line = process.inputReader().readLine();
    if (line == null) {
      throw new IOException("the model endpoint did not start");
    }
    port = Integer.parseInt(line);
  }

  public String baseUrl() {
    return "http://127.0.0.1:" + port + "/v1";
  }

  long pid() {
    return process.pid();
  }

  /** Makes the endpoint answer the idle streams. */
  public void release() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/release"))
              .version(HttpClient.Version.HTTP_1_1)
              .POST(HttpRequest.BodyPublishers.noBody())
              .build(),
          BodyHandlers.discarding());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
