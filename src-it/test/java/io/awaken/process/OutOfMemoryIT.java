package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.launch.LaunchFailed;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A server with a small heap, and a run that fills it on every attempt. */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Failures({"F47", "F53"})
@Nightly("fills the heap of a server and restarts it several times")
@Timeout(900)
class OutOfMemoryIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ATTEMPTS = 3;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "awaken.mailbox.max-attempts",
          String.valueOf(ATTEMPTS),
          "awaken.mailbox.retry-base",
          "PT0.5S");

  private static final String ANSWER = "It is fine in Bern.";

  private ServerProcess server;
  private Api api;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
      api.close();
    }
  }

  private static Workplace place(String name, String... jvm) throws Exception {
    Workplace at = Workplace.of(OutOfMemoryIT.class, name);
    at.withJvm(jvm);
    at.deployWith(HeapFiller.class);
    at.documents()
        .agent("greedy", 0, Turns.calls("hoard", Map.of()), Turns.says("There is room again."))
        .agent("slow", 300, Turns.says(Turns.words(60)))
        .agent("quick", 0, Turns.says(ANSWER));
    return at;
  }

  @Test
  void aRunThatFillsTheHeapBecomesADeadLetterAndTheServerContinues() throws Exception {
    // A full heap pauses the JVM for seconds, and the other run must not lose its lease.
    start(
        place("alive", "-Xmx400m", "-XX:-ExitOnOutOfMemoryError"),
        Map.of("awaken.mailbox.lease", "PT2M"));
    try (EventStream slow = api.run("slow")) {
      String run = slow.until(frame -> frame.type().equals("run_start")).getLast().field("run_id");
      String greedy = mailbox();
      push(greedy, "greedy");

      Conditions.await("the dead letter", () -> answered(() -> dead(greedy)));

      JsonNode job = read(api.get(greedy + "?status=dead_letter")).at("/items/0");
      assertThat(job.get("attempt_count").asInt()).isGreaterThanOrEqualTo(ATTEMPTS);
      Conditions.await("the other run's end", () -> answered(() -> done(run)));
      assertThat(read(api.get("v1/runs/" + run)).get("termination_code").asText())
          .isEqualTo("natural_end");
    }
    assertWorking();
  }

  @Test
  void aRunThatKillsEachServerBecomesADeadLetterAfterItsAttempts() throws Exception {
    Workplace at = place("restarted", "-Xmx400m", "-XX:+ExitOnOutOfMemoryError");
    start(at);
    String greedy = mailbox();
    push(greedy, "greedy");
    int crashes = 0;
    while (!deadUnlessTheServerDied(greedy)) {
      crashes++;
      assertThat(server.awaitExit()).as("an OutOfMemoryError ends the process").isEqualTo(3);
      api.close();
      while (!started(at)) {
        crashes++;
      }
    }

    assertThat(crashes).isEqualTo(ATTEMPTS);
    assertWorking();
  }

  /** The run may start again before the server reports that it is healthy. */
  private boolean started(Workplace at) throws Exception {
    try {
      start(at);
      return true;
    } catch (LaunchFailed e) {
      return false;
    }
  }

  private void start(Workplace at) throws Exception {
    start(at, Map.of());
  }

  private void start(Workplace at, Map<String, String> more) throws Exception {
    var settings = new HashMap<>(SETTINGS);
    settings.putAll(more);
    server = Servers.start(at, settings);
    api = new Api(server.port());
  }

  /** Whether the run is a dead letter; false if the server died first. */
  private boolean deadUnlessTheServerDied(String mailbox) throws InterruptedException {
    long pid = server.pid();
    boolean[] alive = {true};
    Conditions.await(
        "the dead letter, or the server's end",
        () -> {
          alive[0] = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
          return !alive[0] || answered(() -> dead(mailbox));
        });
    return alive[0];
  }

  /** A request may itself run out of memory, or fail to connect. */
  private static boolean answered(Callable<Boolean> question) throws Exception {
    try {
      return question.call();
    } catch (IOException | AssertionError e) {
      return false;
    }
  }

  private void assertWorking() throws Exception {
    assertThat(api.status("health/live")).isEqualTo(200);
    Conditions.await("health", () -> api.status("health") == 200);
    String mailbox = mailbox();
    String run = push(mailbox, "quick").get("run_id").asText();
    Conditions.await("a run from the queue", () -> done(run));
    assertThat(read(api.get("v1/runs/" + run)).get("final_output").asText()).isEqualTo(ANSWER);
  }

  private String mailbox() throws Exception {
    HttpResponse<String> thread = api.answer("POST", "v1/threads", "{}");
    assertThat(thread.statusCode()).as(thread.body()).isEqualTo(201);
    return "v1/threads/" + read(thread.body()).get("id").asText() + "/mailbox";
  }

  private JsonNode push(String mailbox, String agent) throws Exception {
    String body = "{\"agent_id\":\"%s\",\"payload\":\"hello\"}".formatted(agent);
    HttpResponse<String> pushed = api.answer("POST", mailbox, body);
    assertThat(pushed.statusCode()).as(pushed.body()).isEqualTo(201);
    return read(pushed.body());
  }

  private boolean dead(String mailbox) throws Exception {
    return read(api.get(mailbox + "?status=dead_letter")).get("total").asInt() == 1;
  }

  private boolean done(String run) throws Exception {
    return read(api.get("v1/runs/" + run)).get("status").asText().equals("done");
  }

  private static JsonNode read(String json) throws Exception {
    return JSON.readTree(json);
  }
}
