package io.awaken.provider.quirks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.TestNode;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What providers really send: each answer of the tables is read whole and in single bytes, its
 * calls are executed, and the next turn of the thread sends back what it must.
 */
class QuirksTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RESULT = "the result of the tool";

  private final List<Quirk.Call> executed = new ArrayList<>();

  static Stream<Arguments> answers() {
    return Arrays.stream(QuirkWire.values())
        .flatMap(
            wire ->
                Quirk.of(wire).stream()
                    .flatMap(
                        quirk ->
                            Stream.of(
                                Arguments.of(wire, quirk, false),
                                Arguments.of(wire, quirk, true))));
  }

  @ParameterizedTest(name = "{0}: {1}, in single bytes: {2}")
  @MethodSource("answers")
  void nothingOfAnAnswerIsLost(QuirkWire wire, Quirk quirk, boolean bytes) throws Exception {
    var odd = new AtomicInteger(quirk.answers());
    try (var server =
        RawHttpServer.answering(
            connection -> {
              boolean usual = odd.getAndDecrement() <= 0;
              String status = usual ? "200 OK" : quirk.status() + " Odd";
              String type = usual || quirk.type() == null ? wire.contentType() : quirk.type();
              connection.text(
                  "HTTP/1.1 %s\r\nContent-Type: %s\r\nConnection: close\r\n\r\n"
                      .formatted(status, type));
              write(connection, usual ? wire.usual() : quirk.body(wire), bytes && !usual);
            })) {
      assertRead(wire, quirk, server);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWireHasManyAnswersEachOnceAndWithItsSource(QuirkWire wire) {
    List<Quirk> quirks = Quirk.of(wire);
    assertThat(quirks).hasSizeGreaterThanOrEqualTo(60);
    assertThat(quirks).extracting(Quirk::name).doesNotHaveDuplicates();
    assertThat(quirks).extracting(Quirk::seen).allMatch(seen -> seen.length() > 10);
  }

  private static void write(RawHttpServer.Connection connection, String body, boolean bytes)
      throws IOException {
    byte[] whole = body.getBytes(StandardCharsets.UTF_8);
    if (!bytes) {
      connection.bytes(whole);
      return;
    }
    for (byte each : whole) {
      connection.bytes(new byte[] {each});
    }
  }

  private void assertRead(QuirkWire wire, Quirk quirk, RawHttpServer server) {
    var thread = new ThreadId("t");
    try (AgentRuntime runtime = runtime(wire, quirk, server.baseUrl())) {
      var sink = new CollectingSink();
      var ending = runtime.run(request(thread, "Which weather?"), sink).termination();
      List<AgentEvent> events = sink.take();
      assertThat(ends(ending)).as("ending %s", ending).isEqualTo(quirk.ends());
      assertThat(executed).as("calls").isEqualTo(quirk.calls());
      assertThat(server.requests()).as("requests").hasSize(quirk.requests());
      var shown = new Shown(events);
      assertThat(shown.text()).as("text").isEqualTo(quirk.text());
      assertThat(shown.reasoning()).as("reasoning").isEqualTo(quirk.reasoning());
      runtime.run(request(thread, "And now?"), sink);
    }
    String next = server.requests().getLast().body();
    for (JsonNode part : quirk.next()) {
      assertThat(elements(next, wire)).as("next request").anyMatch(it -> contains(it, part));
    }
    for (String text : quirk.absent()) {
      assertThat(next).as("next request").doesNotContain(text);
    }
  }

  private static RunRequest request(ThreadId thread, String text) {
    return new RunRequest("a", thread, Caller.ANONYMOUS, List.of(Message.user(text)));
  }

  private AgentRuntime runtime(QuirkWire wire, Quirk quirk, String url) {
    var provider =
        new ProviderSpec("p", wire.adapter().name(), new Secret("key"), url, 20, quirk.provider());
    var retry = JsonNodeFactory.instance.objectNode().put("backoff_base_ms", 0);
    retry.put("max_retries", 0).put("max_stream_retries", 0);
    var agent = AgentSpec.builder("a", "m").section("retry", retry);
    quirk.agent().forEach(agent::section);
    return AgentRuntime.builder()
        .withStores(TestNode.inMemory())
        .withAgentSpec(agent.build())
        .withModel(quirk.spec())
        .withProvider(provider, wire.adapter())
        .withTool("get_weather", tool("get_weather"))
        .withTool("current_time", tool("current_time"))
        .build();
  }

  private FunctionTool tool(String name) {
    return new FunctionTool(
            name,
            (arguments, context) -> {
              synchronized (executed) {
                executed.add(new Quirk.Call(name, arguments));
              }
              return ToolResult.success(name, TextNode.valueOf(RESULT));
            })
        .describedBy(JsonNodeFactory.instance.objectNode().put("type", "object"));
  }

  private static String ends(TerminationReason ending) {
    return switch (ending) {
      case TerminationReason.NaturalEnd end -> "natural_end";
      case TerminationReason.Error error ->
          error.value().replaceFirst("(?s).*\\(([a-z_]+)\\)$", "$1");
      default -> ending.toString();
    };
  }

  private static List<JsonNode> elements(String request, QuirkWire wire) {
    try {
      var elements = new ArrayList<JsonNode>();
      JSON.readTree(request).path(wire.conversation()).forEach(elements::add);
      return elements;
    } catch (IOException e) {
      throw new AssertionError(request, e);
    }
  }

  /** Whether it has all fields of the part; arrays have its elements in order. */
  private static boolean contains(JsonNode whole, JsonNode part) {
    if (part.isObject()) {
      return part.properties().stream()
          .allMatch(field -> contains(whole.path(field.getKey()), field.getValue()));
    }
    if (!part.isArray()) {
      return whole.equals(part);
    }
    int found = 0;
    for (JsonNode each : whole) {
      if (found < part.size() && contains(each, part.get(found))) {
        found++;
      }
    }
    return whole.isArray() && found == part.size();
  }

  /** What a reader sees of the odd answer: up to the first result, or the end. */
  private record Shown(String text, String reasoning) {
    private Shown(List<AgentEvent> events) {
      this(text(events), reasoning(events));
    }

    private static List<AgentEvent> first(List<AgentEvent> events) {
      return events.stream()
          .takeWhile(event -> !(event instanceof AgentEvent.ToolCallDone))
          .toList();
    }

    private static String text(List<AgentEvent> events) {
      var text = new StringBuilder();
      for (AgentEvent event : first(events)) {
        if (event instanceof AgentEvent.TextDelta delta) {
          text.append(delta.delta());
        } else if (event instanceof AgentEvent.StreamReset) {
          text.setLength(0);
        }
      }
      return text.toString();
    }

    private static String reasoning(List<AgentEvent> events) {
      var text = new StringBuilder();
      for (AgentEvent event : first(events)) {
        if (event instanceof AgentEvent.ReasoningDelta delta) {
          text.append(delta.delta());
        }
      }
      return text.toString();
    }
  }
}
