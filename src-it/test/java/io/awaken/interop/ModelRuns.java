package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A client of the native API that reads whole runs.
 *
 * @param base address of the server
 */
record ModelRuns(HttpClient client, String base) implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DATA = "data: ";

  ModelRuns(String base) {
    this(HttpClient.newHttpClient(), base);
  }

  /**
   * The events of a run.
   *
   * @param all in their order
   */
  record Ended(List<JsonNode> all) {

    List<JsonNode> of(String type) {
      return all.stream().filter(event -> is(event, type)).toList();
    }

    /** The text that readers saw. */
    String text() {
      return of("text_delta").stream()
          .map(event -> event.path("delta").asText())
          .collect(Collectors.joining());
    }

    String termination() {
      return all.getLast().at("/termination/type").asText();
    }

    JsonNode end() {
      return all.getLast();
    }
  }

  private static boolean is(JsonNode event, String type) {
    return event.path("event_type").asText().equals(type);
  }

  /** Asks an agent on a thread and returns when the run has ended. */
  Ended ask(String agent, String thread, String text, String overrides) throws Exception {
    return ask(agent, thread, text, overrides, run -> {});
  }

  /**
   * Asks an agent on a thread.
   *
   * @param overrides an object
   * @param atText is called with the run's id when the first text has come
   */
  Ended ask(String agent, String thread, String text, String overrides, Consumer<String> atText)
      throws Exception {
    ObjectNode body = JSON.createObjectNode().put("agent_id", agent).put("thread_id", thread);
    body.putArray("messages").addObject().put("role", "user").put("content", text);
    body.set("overrides", JSON.readTree(overrides));
    var request =
        HttpRequest.newBuilder(URI.create(base + "/v1/runs"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString()))
            .build();
    HttpResponse<Stream<String>> response = client.send(request, BodyHandlers.ofLines());
    var events = new ArrayList<JsonNode>();
    try (Stream<String> lines = response.body()) {
      for (String line : (Iterable<String>) lines::iterator) {
        assertThat(response.statusCode()).as(line).isEqualTo(200);
        if (line.startsWith(DATA)) {
          JsonNode event = read(line.substring(DATA.length()));
          if (is(event, "text_delta")
              && events.stream().noneMatch(each -> is(each, "text_delta"))) {
            atText.accept(events.getFirst().path("run_id").asText());
          }
          events.add(event);
        }
      }
    }
    return new Ended(List.copyOf(events));
  }

  /** Asks for the end of a run. */
  void cancel(String run) {
    var request =
        HttpRequest.newBuilder(URI.create(base + "/v1/runs/" + run + "/cancel"))
            .POST(BodyPublishers.noBody())
            .build();
    assertThat(send(request).statusCode()).isEqualTo(202);
  }

  /** The stored messages of a thread. */
  List<JsonNode> messages(String thread) {
    JsonNode messages = document("/v1/threads/" + thread + "/messages").path("messages");
    return List.of(JSON.convertValue(messages, JsonNode[].class));
  }

  /** The document at a path. */
  JsonNode document(String path) {
    return read(send(HttpRequest.newBuilder(URI.create(base + path)).build()).body());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(json, e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
