package io.awaken.bench.clients;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ObjIntConsumer;

/** The JDK's client with its own input stream. */
final class JdkStreamClient implements StreamClient {

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .executor(threads)
          .build();

  @Override
  public String name() {
    return "JDK HttpClient, input stream";
  }

  @Override
  public void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .POST(HttpRequest.BodyPublishers.ofByteArray(document))
            .build();
    try (InputStream body = client.send(request, BodyHandlers.ofInputStream()).body()) {
      InputStreams.readAll(body, pieces);
    }
  }

  @Override
  public void close() {
    client.close();
    threads.close();
  }
}
