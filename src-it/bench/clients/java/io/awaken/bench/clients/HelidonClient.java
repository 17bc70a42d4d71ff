package io.awaken.bench.clients;

import io.helidon.webclient.api.WebClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.function.ObjIntConsumer;

/** Helidon's WebClient, HTTP/1.1. */
final class HelidonClient implements StreamClient {

  private final WebClient client =
      WebClient.builder()
          .connectTimeout(Duration.ofSeconds(10))
          .readTimeout(Duration.ofSeconds(300))
          .connectionCacheSize(10_000)
          .followRedirects(false)
          .build();

  @Override
  public String name() {
    return "Helidon WebClient";
  }

  @Override
  public void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces) throws IOException {
    try (var response = client.post().uri(address).submit(document);
        InputStream body = response.inputStream()) {
      InputStreams.readAll(body, pieces);
    }
  }

  @Override
  public void close() {
    client.closeResource();
  }
}
