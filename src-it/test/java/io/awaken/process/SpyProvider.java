package io.awaken.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A model endpoint that rejects and records every request. */
final class SpyProvider implements AutoCloseable {

  private final HttpServer server;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  SpyProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::note);
    server.start();
  }

  private void note(HttpExchange exchange) throws IOException {
    requests.add(
        exchange.getRequestURI()
            + " "
            + exchange.getRequestHeaders().entrySet()
            + " "
            + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    exchange.sendResponseHeaders(401, -1);
    exchange.close();
  }

  /**
   * Writes the documents of an agent named {@code remote} that uses this endpoint.
   *
   * @param keyName the setting that has the key of the endpoint
   */
  void documents(Documents documents, String keyName) throws IOException {
    write(documents, "agents", "model_id: remote\n");
    write(documents, "models", "provider_id: remote\nupstream_model: any\n");
    write(
        documents,
        "providers",
        "adapter: openai\nbase_url: http://127.0.0.1:%d/v1\napi_key: ${%s}\n"
            .formatted(server.getAddress().getPort(), keyName));
  }

  private static void write(Documents documents, String kind, String text) throws IOException {
    Path folder = Files.createDirectories(documents.folder().resolve(kind));
    Files.writeString(folder.resolve("remote.yaml"), text);
  }

  /** Path, headers and body of each request. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
