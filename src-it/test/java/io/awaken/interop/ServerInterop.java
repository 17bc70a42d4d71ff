package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Nightly;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server with its built-in agent and a third-party mock as its model. */
@Nightly("its own server; OpenAiProviderInterop protects the wire, ChatClientsInterop the server")
class ServerInterop {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUESTION =
      """
      {"agent_id": "default", "thread_id": "bill",
       "messages": [{"role": "user", "content": "What does the bill come to?"}]}\
      """;

  @TempDir private static Path work;
  private static AimockServer mock;
  private static InteropServer server;
  private static HttpClient client;
  private static String base;

  @BeforeAll
  static void start() throws Exception {
    mock = AimockServer.start(Path.of("src-it/test/resources/aimock-server"));
    var settings = new Properties();
    settings.setProperty("OPENAI_BASE_URL", mock.baseUrl());
    settings.setProperty("OPENAI_API_KEY", "sk-mock");
    server = InteropServer.start(work, settings);
    base = server.base();
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() throws Exception {
    var parts = Stream.<AutoCloseable>of(client, server, mock).filter(Objects::nonNull).toList();
    for (AutoCloseable part : parts) {
      part.close();
    }
  }

  @Test
  void aToolRoundTripStreamsAndIsStoredWithItsArgumentsIntact() throws Exception {
    var asked =
        HttpRequest.newBuilder(URI.create(base + "/v1/runs"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(QUESTION))
            .build();
    List<JsonNode> events =
        client
            .send(asked, BodyHandlers.ofLines())
            .body()
            .filter(line -> line.startsWith("data: "))
            .map(line -> read(line.substring("data: ".length())))
            .toList();

    assertThat(events).filteredOn(is("text_delta")).hasSizeGreaterThan(4);
    assertThat(events)
        .filteredOn(is("tool_call_ready"))
        .singleElement()
        .satisfies(
            ready ->
                assertThat(ready.at("/arguments/expression").textValue())
                    .isEqualTo("(1.10 + 2.20) * 3"));
    assertThat(events.getLast().path("termination").path("type").textValue())
        .isEqualTo("natural_end");

    JsonNode stored = read(get("/v1/threads/bill/messages")).path("messages");
    assertThat(stored).hasSize(4);
    assertThat(stored.at("/1/tool_calls/0/arguments/expression").textValue())
        .isEqualTo("(1.10 + 2.20) * 3");
    assertThat(stored.at("/2/content/0/text").textValue()).contains("9.9");
    assertThat(stored.at("/3/content/0/text").textValue())
        .isEqualTo("The bill comes to 9.90 – grüezi!");
  }

  private static Predicate<JsonNode> is(String type) {
    return event -> event.path("event_type").textValue().equals(type);
  }

  private static String get(String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(base + path)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(json, e);
    }
  }
}
