package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.RawHttpServer;
import io.awaken.provider.quirks.Quirk;
import io.awaken.provider.quirks.QuirkWire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The archive as built reads the odd answers of the tables in {@code src-it/quirks}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@BesideOthers
class QuirksIT {

  /** The first segment of a path: the name of the agent. */
  private static final Pattern NAME = Pattern.compile("POST /([a-z]+-[0-9]+)/");

  private static final int AT_ONCE = 8;

  private record Case(QuirkWire wire, Quirk quirk) {}

  private final Map<String, Case> cases = new HashMap<>();
  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private RawHttpServer provider;
  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    provider = RawHttpServer.answering(this::answer);
    Workplace at = Workplace.of(getClass());
    for (QuirkWire wire : QuirkWire.values()) {
      List<Quirk> quirks = Quirk.of(wire);
      for (int i = 0; i < quirks.size(); i++) {
        cases.put(name(wire, i), new Case(wire, quirks.get(i)));
        write(at.documents(), name(wire, i), wire, quirks.get(i));
      }
    }
    server = Servers.start(at, Map.of());
    api = new Api(server.port());
  }

  private static String name(QuirkWire wire, int number) {
    return wire.name().toLowerCase(Locale.ROOT) + "-" + number;
  }

  private void write(Documents documents, String name, QuirkWire wire, Quirk quirk)
      throws IOException {
    var sections = new HashMap<String, Object>();
    sections.put("retry", Map.of("max_retries", 0, "max_stream_retries", 0, "backoff_base_ms", 0));
    sections.putAll(quirk.agent());
    documents.agent(
        name,
        Map.of("model_id", name, "sections", sections),
        Map.of(
            "adapter",
            wire.adapter().name(),
            "base_url",
            provider.baseUrl() + "/" + name,
            "api_key",
            "key",
            "adapter_options",
            quirk.provider()),
        quirk.model());
  }

  private void answer(RawHttpServer.Connection connection) throws IOException {
    Matcher name = NAME.matcher(connection.request().head());
    assertThat(name.lookingAt()).as(connection.request().head()).isTrue();
    Case asked = cases.get(name.group(1));
    Quirk quirk = asked.quirk();
    boolean usual = requests.merge(name.group(1), 1, Integer::sum) > quirk.answers();
    connection.text(
        "HTTP/1.1 %d Odd\r\nContent-Type: %s\r\nConnection: close\r\n\r\n"
            .formatted(
                usual ? 200 : quirk.status(),
                usual || quirk.type() == null ? asked.wire().contentType() : quirk.type()));
    connection.text(usual ? asked.wire().usual() : quirk.body(asked.wire()));
  }

  @AfterAll
  void stop() throws IOException {
    if (server != null) {
      api.close();
      server.close();
    }
    provider.close();
  }

  @ParameterizedTest
  @EnumSource
  void nothingOfAnAnswerIsLost(QuirkWire wire) throws Exception {
    List<Quirk> quirks = Quirk.of(wire);
    List<Future<List<Frame>>> runs = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < quirks.size(); i++) {
        String agent = name(wire, i);
        runs.add(threads.submit(() -> run(agent)));
      }
    }
    var softly = new SoftAssertions();
    for (int i = 0; i < quirks.size(); i++) {
      check(softly, quirks.get(i), runs.get(i).get());
    }
    softly.assertAll();
  }

  private List<Frame> run(String agent) throws Exception {
    try (EventStream run = api.run(agent)) {
      return run.readToEnd();
    }
  }

  private static void check(SoftAssertions softly, Quirk quirk, List<Frame> frames) {
    List<Frame> answer = frames.stream().takeWhile(frame -> !frame.is("tool_call_done")).toList();
    int reset = answer.stream().map(Frame::type).toList().lastIndexOf("stream_reset");
    softly
        .assertThat(deltas(answer.subList(reset + 1, answer.size()), "text_delta"))
        .as("%s: text", quirk)
        .isEqualTo(quirk.text());
    softly
        .assertThat(deltas(answer, "reasoning_delta"))
        .as("%s: reasoning", quirk)
        .isEqualTo(quirk.reasoning());
    softly
        .assertThat(frames)
        .as("%s: calls", quirk)
        .filteredOn(frame -> frame.is("tool_call_ready"))
        .extracting(frame -> new Quirk.Call(frame.field("name"), frame.json().path("arguments")))
        .containsAll(quirk.calls());
    softly.assertThat(ending(frames.getLast())).as("%s: ending", quirk).isEqualTo(quirk.ends());
  }

  private static String deltas(List<Frame> frames, String type) {
    return frames.stream()
        .filter(frame -> frame.is(type))
        .map(frame -> frame.field("delta"))
        .collect(Collectors.joining());
  }

  private static String ending(Frame last) {
    var termination = last.json().path("termination");
    String type = termination.path("type").asText();
    return type.equals("error")
        ? termination.path("value").asText().replaceFirst("(?s).*\\(([a-z_]+)\\)$", "$1")
        : type;
  }
}
