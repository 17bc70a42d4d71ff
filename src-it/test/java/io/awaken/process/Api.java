package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A client of a server's native API. Opens a connection for each server. */
final class Api implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> headers = new HashMap<>();
  private final String base;
  private final String token;

  Api(int port) {
    this(port, null);
  }

  /**
   * @param token of the caller; null for an anonymous caller
   */
  Api(int port, String token) {
    this("127.0.0.1", port, token);
  }

  /**
   * @param host an address of this machine
   */
  Api(String host, int port, String token) {
    this.base = "http://" + host + ":" + port + "/";
    this.token = token;
  }

  /** Adds a header to every request. */
  Api with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Returns the body; the status must be 200. */
  String get(String path) throws IOException, InterruptedException {
    var response = client.send(request(path).build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(200);
    return response.body();
  }

  int status(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), BodyHandlers.discarding()).statusCode();
  }

  /** Counts the runs on the first page of the list. */
  int runs() throws IOException, InterruptedException {
    return runs("").size();
  }

  /** The first page of the runs that match a filter, such as {@code agent_id=clerk}. */
  JsonNode runs(String filter) throws IOException, InterruptedException {
    return AskedRun.json(answer("GET", "v1/runs?" + filter, "")).path("items");
  }

  /** Sends GET without waiting for the response. */
  CompletableFuture<HttpResponse<String>> getLater(String path) {
    return client.sendAsync(request(path).build(), BodyHandlers.ofString());
  }

  /** Sends the same GET several times concurrently and returns when all have responses. */
  void getConcurrently(String path, int times) {
    HttpRequest request = request(path).build();
    Stream.generate(() -> client.sendAsync(request, BodyHandlers.discarding()))
        .limit(times)
        .toList()
        .forEach(CompletableFuture::join);
  }

  /** Returns the response, whatever its status. */
  HttpResponse<String> answer(String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** Like {@link #answer}, without waiting for the response. */
  CompletableFuture<HttpResponse<String>> answerLater(String method, String path, String body) {
    var request =
        request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    return client.sendAsync(request.build(), BodyHandlers.ofString());
  }

  /** Submits a run on a new thread without waiting for its stream. */
  CompletableFuture<HttpResponse<InputStream>> runLater(String agent) {
    return client.sendAsync(submission(agent), BodyHandlers.ofInputStream());
  }

  /** Starts a run on a new thread and reads its stream. */
  EventStream run(String agent) throws IOException, InterruptedException {
    HttpResponse<InputStream> response = submit(agent);
    assertThat(response.statusCode()).isEqualTo(200);
    return new EventStream(response.body());
  }

  int statusOfRun(String agent) throws IOException, InterruptedException {
    HttpResponse<InputStream> response = submit(agent);
    response.body().close();
    return response.statusCode();
  }

  private HttpResponse<InputStream> submit(String agent) throws IOException, InterruptedException {
    return client.send(submission(agent), BodyHandlers.ofInputStream());
  }

  private HttpRequest submission(String agent) {
    String body =
        "{\"agentId\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"How is Bern?\"}]}"
            .formatted(agent);
    return request("v1/runs")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  /** Reads the events of a run from its beginning. */
  EventStream events(String run) throws IOException, InterruptedException {
    return events(run, null);
  }

  /** Reads the events of a run after the reader's last event. */
  EventStream events(String run, String lastEventId) throws IOException, InterruptedException {
    return stream(run, "", lastEventId);
  }

  /** Reads the events of a run and of its delegates from its beginning. */
  EventStream eventsWithDelegates(String run) throws IOException, InterruptedException {
    return stream(run, "?delegates=true", null);
  }

  private EventStream stream(String run, String query, String lastEventId)
      throws IOException, InterruptedException {
    var request = request("v1/runs/" + run + "/events/stream" + query);
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    var response = client.send(request.build(), BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    return new EventStream(response.body());
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT);
    headers.forEach(request::header);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
