package io.awaken.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** A plain HTTP client of the deployed server. */
final class ApiClient implements AutoCloseable {

  static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final String root;
  private final Duration timeout;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  ApiClient(URL base) {
    this(base, "");
  }

  /**
   * @param context the context root of the archive; empty for the server's root
   */
  ApiClient(URL base, String context) {
    this("http://" + base.getHost() + ":" + base.getPort() + context, TIMEOUT);
  }

  private ApiClient(String root, Duration timeout) {
    this.root = root;
    this.timeout = timeout;
  }

  /** A client of the same server that waits this long for the head of an answer. */
  ApiClient waiting(Duration longer) {
    return new ApiClient(root, longer);
  }

  Answer get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  Answer postJson(String path, String body) {
    return send("POST", path, BodyPublishers.ofString(body), "Content-Type", "application/json");
  }

  /** Sends the body in chunks, without a Content-Length. */
  Answer postJsonInChunks(String path, byte[] body) {
    return send(
        "POST",
        path,
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)),
        "Content-Type",
        "application/json");
  }

  Answer send(String method, String path, BodyPublisher body, String... headers) {
    HttpResponse<byte[]> response =
        exchange(method, path, body, BodyHandlers.ofByteArray(), headers);
    return new Answer(response, new String(response.body(), StandardCharsets.UTF_8));
  }

  /** Starts a run and reads its events as they arrive. */
  Events run(String body, String... headers) {
    var all = new ArrayList<>(List.of("Content-Type", "application/json"));
    all.addAll(List.of(headers));
    return new Events(
        exchange(
            "POST",
            "/v1/runs",
            BodyPublishers.ofString(body),
            BodyHandlers.ofLines(),
            all.toArray(String[]::new)));
  }

  Events events(String runId, String... headers) {
    return stream("/v1/runs/" + runId + "/events/stream", headers);
  }

  Events stream(String path, String... headers) {
    return new Events(
        exchange("GET", path, BodyPublishers.noBody(), BodyHandlers.ofLines(), headers));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private <T> HttpResponse<T> exchange(
      String method,
      String path,
      BodyPublisher body,
      HttpResponse.BodyHandler<T> handler,
      String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(root + path)).method(method, body).timeout(timeout);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A response that was read to its end. */
  record Answer(HttpResponse<?> response, String text) {
    int status() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    JsonNode json() {
      try {
        return JSON.readTree(text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A frame of a stream. */
  record Frame(String event, String id, JsonNode data) {
    String type() {
      return data.path("event_type").asText();
    }
  }

  /** A stream, read frame by frame. */
  static final class Events implements AutoCloseable {

    private final HttpResponse<Stream<String>> response;
    private final Iterator<String> lines;

    private Events(HttpResponse<Stream<String>> response) {
      this.response = response;
      this.lines = response.body().iterator();
    }

    int status() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** Returns the next frame without comments; null at the end of the stream. */
    Frame next() {
      String event = null;
      String id = null;
      String data = null;
      while (lines.hasNext()) {
        String line = lines.next();
        if (line.startsWith("event: ")) {
          event = line.substring(7);
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty() && data != null) {
          return new Frame(event, id, parsed(data));
        }
      }
      return null;
    }

    List<Frame> toEnd() {
      var frames = new ArrayList<Frame>();
      for (Frame frame = next(); frame != null; frame = next()) {
        frames.add(frame);
      }
      return frames;
    }

    /** Disconnects, also before the end of the stream. */
    @Override
    public void close() {
      response.body().close();
    }

    private static JsonNode parsed(String data) {
      try {
        return JSON.readTree(data);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
