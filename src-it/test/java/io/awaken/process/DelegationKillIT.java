package io.awaken.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.BeforeMerge;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.process.Mailroom.Letter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * One of two nodes is killed while all that it began is under way: runs wait as rows for delegates
 * that execute, one of them at an A2A server; a background task executes; and messages are due to
 * receivers outside. The other node, started just before the kill, ends it all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@BeforeMerge
@BesideOthers
class DelegationKillIT {

  /** The agents whose runs are calling a tool at the kill; the A2A server offers {@code worker}. */
  private static final List<String> CUT = List.of("clerk", "porter", "worker", "scout", "searcher");

  private static final String TOLD = "A background task has ended";

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  @AutoClose private final Agency agency = new Agency(CUT.toArray(String[]::new));
  @AutoClose private final Gateway gateway = new Gateway();
  @AutoClose private final Mailroom mailroom = new Mailroom();
  private ServerProcess doomed;
  private ServerProcess other;
  private Api survivor;

  /** Follows the editor and its delegates on the other node since before the kill. */
  private EventStream reader;

  private AskedRun editor;
  private AskedRun director;
  private AskedRun host;
  private AskedRun careful;

  DelegationKillIT() throws IOException {}

  @BeforeAll
  void killTheNodeThatExecutes() throws Exception {
    Workplace at = Workplace.of(getClass());
    agents(at.documents());
    outside(at.documents().folder());
    at.deployWith(AgencyCall.class, Bookings.class);
    doomed = Servers.start(at, settings());
    gateway.leadTo(doomed.port());
    try (Api node = new Api(doomed.port())) {
      editor = begin(node, "editor");
      director = begin(node, "director");
      host = begin(node, "host");
      Conditions.await(
          "the tools to be called",
          () -> CUT.stream().noneMatch(each -> agency.keys(each).isEmpty()));
      Conditions.await(
          "the guide's answer",
          () -> runs(node, "parent_run_id=" + director.id() + "&status=done").size() == 1);
      host.awaitStatus(node, "done");

      other = Servers.start(at, settings());
      survivor = new Api(other.port());
      gateway.leadTo(other.port());
      reader = survivor.eventsWithDelegates(editor.id());
      reader.until(frame -> isOf("clerk", frame) && frame.is("tool_call_ready"));
      careful = AskedRun.begin(node, "careful");
      registerPushOf(careful, node);
      begin(node, "teller");
      mailroom.awaitRefused("/hook", "/push", Mailroom.SILENT);
      doomed.kill();
    }
    mailroom.open();
    agency.answerAgain();
  }

  private Map<String, String> settings() {
    var settings = new HashMap<>(postgres.settings());
    settings.put(
        "awaken.outbound.allow",
        Stream.of(gateway.url(), mailroom.url())
            .map(url -> URI.create(url).getAuthority())
            .collect(Collectors.joining(", ")));
    // The script of a thread that is told begins again.
    settings.put("awaken.delegates.tasks", "1");
    byte[] key = "a secret of this test's webhooks".getBytes(UTF_8);
    settings.put("HOOK_SECRET", "whsec_" + Base64.getEncoder().encodeToString(key));
    return settings;
  }

  private void agents(Documents documents) throws IOException {
    for (String each : CUT) {
      documents.agent(
          each,
          Map.of("model_id", each, "expose", "a2a"),
          0,
          Turns.calls("book", Map.of("at", agency.at(each))),
          answers(each));
    }
    documents.agent("guide", 0, answers("guide")).agent("teller", 0, answers("teller"));
    calling(documents, "editor", "clerk", "porter", "far");
    calling(documents, "director", "guide", "chief");
    calling(documents, "chief", "scout");
    documents.careful("a2a");
    var tasks = Map.of("tasks", Map.of("agents", List.of("searcher")));
    documents.agent(
        "host",
        Map.of("model_id", "host", "plugin_ids", List.of("background_tasks"), "sections", tasks),
        0,
        Turns.calls("spawn_task", Map.of("agent_id", "searcher", "prompt", "Find a room.")),
        answers("host"));
  }

  private static Map<String, Object> answers(String agent) {
    return Turns.says("The " + agent + " is done.");
  }

  /** Writes an agent that calls all its delegates in one step. */
  private static void calling(Documents documents, String agent, String... delegates)
      throws IOException {
    var calls =
        Stream.of(delegates)
            .map(each -> Turns.call("agent_run_" + each, Map.of("prompt", "Book a room.")))
            .toList();
    documents.agent(
        agent,
        Map.of("model_id", agent, "delegates", List.of(delegates)),
        0,
        Turns.calls(calls),
        answers(agent));
  }

  private void outside(Path documents) throws IOException {
    Files.writeString(
        documents.resolve("agents/far.yaml"),
        "endpoint: {backend: a2a, base_url: '%s/v1/a2a/worker'}\n".formatted(gateway.url()));
    Path webhooks = Files.createDirectories(documents.resolve("webhooks"));
    String webhook = "url: %s%s\nsecret: ${HOOK_SECRET}\nagents: [%s]\n";
    Files.writeString(
        webhooks.resolve("hook.yaml"), webhook.formatted(mailroom.url(), "/hook", "careful"));
    Files.writeString(
        webhooks.resolve("silent.yaml"),
        webhook.formatted(mailroom.url(), Mailroom.SILENT, "teller"));
  }

  private static AskedRun begin(Api node, String agent) throws Exception {
    try (EventStream stream = node.run(agent)) {
      Frame start = stream.until(frame -> frame.is("run_start")).getLast();
      return new AskedRun(start.field("run_id"), start.field("thread_id"), null);
    }
  }

  private void registerPushOf(AskedRun task, Api node) throws Exception {
    String path = "v1/a2a/careful/tasks/%s/pushNotificationConfigs?A2A-Version=1.0";
    String config = "{\"url\": \"%s/push\"}".formatted(mailroom.url());
    var answer = node.answer("POST", path.formatted(task.id()), config);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @AfterAll
  void stop() throws Exception {
    for (AutoCloseable each : new AutoCloseable[] {reader, survivor, other, doomed}) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Test
  @Rows({195, 196, 197, 199})
  @Failures("F56")
  void aRunReadsTheAnswerOfEachDelegateOnce() throws Exception {
    assertEnded(editor, "clerk", "porter", "far");

    assertThat(runs(survivor, "agent_id=worker")).hasSize(1);
  }

  /** The guide had answered before the kill. */
  @Test
  @Rows({195, 198})
  @Failures("F56")
  void runsThatWaitAboveEachOtherContinueOneAfterTheOther() throws Exception {
    assertEnded(director, "guide", "chief");

    JsonNode chief = runs(survivor, "agent_id=chief&parent_run_id=" + director.id()).path(0);
    assertEnded(seen(chief), "scout");
  }

  @Test
  @Rows(1300)
  @Failures("F56")
  void aThreadIsToldOnceOfItsTask() throws Exception {
    String thread = "thread_id=" + host.thread();
    Conditions.await(
        "the run that is told", () -> runs(survivor, thread + "&status=done").size() == 2);

    JsonNode tasks = runs(survivor, "parent_run_id=" + host.id());
    assertThat(tasks).hasSize(1);
    assertEndedOnce(tasks.path(0));
    assertThat(runs(survivor, thread)).hasSize(2);
    assertThat(messages(host))
        .filteredOn(each -> each.toString().contains(TOLD))
        .hasSize(1)
        .allSatisfy(
            each ->
                assertThat(each.toString())
                    .contains(seen(tasks.path(0)).id(), "The searcher is done."));
  }

  @Test
  @Failures("F06")
  void theirToolsAreCalledAgainWithTheSameKeys() throws Exception {
    for (String each : CUT) {
      Conditions.await("another call of " + each, () -> agency.keys(each).size() > 1);
      assertThat(agency.keys(each)).as(each).containsOnly(agency.keys(each).getFirst());
    }
  }

  @Test
  @Rows(1340)
  @Failures("F56")
  void aReaderOnTheOtherNodeFollowsADelegateToItsEnd() throws Exception {
    List<Frame> read = reader.readToEnd();

    List<Frame> ofClerk = read.stream().filter(frame -> isOf("clerk", frame)).toList();
    assertThat(ofClerk).filteredOn(frame -> frame.is("tool_call_done")).hasSize(1);
    assertThat(textOf(ofClerk)).isEqualTo("The clerk is done.");
    assertThat(read.stream().filter(frame -> frame.is("run_finish")))
        .extracting(DelegationKillIT::agent)
        .containsExactlyInAnyOrder("clerk", "porter", "far", "")
        .endsWith("");
  }

  @Test
  @Rows(242)
  @Failures("F57")
  void messagesStoredBeforeTheKillAreSentInTheirOrder() throws Exception {
    Conditions.await(
        "the question", () -> told("/hook").contains("run.waits") && told("/push").size() == 1);
    var decided = careful.decide(survivor, careful.decision("resume"));
    assertThat(decided.statusCode()).as(decided.body()).isEqualTo(202);
    Conditions.await(
        "the end", () -> told("/hook").contains("run.ended") && told("/push").size() == 2);

    assertThat(told("/hook"))
        .containsExactly("question.asked", "run.waits", "question.answered", "run.ended");
    assertThat(told("/push")).containsExactly("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED");
    assertThat(mailroom.taken("/hook"))
        .extracting(Letter::id)
        .doesNotHaveDuplicates()
        .startsWith(mailroom.refused("/hook").getFirst().id());
  }

  @Test
  @Nightly("another node waits for a minute, as the delivery may be going on")
  @Failures("F57")
  void aDeliveryThatTheKillCutOffIsRepeated() throws Exception {
    Conditions.await("the message", () -> !mailroom.taken(Mailroom.SILENT).isEmpty());

    assertThat(mailroom.taken(Mailroom.SILENT))
        .extracting(Letter::id)
        .containsExactly(mailroom.refused(Mailroom.SILENT).getFirst().id());
    assertThat(told(Mailroom.SILENT)).containsExactly("run.ended");
  }

  /** The types of messages to webhooks, and the states in those to clients. */
  private List<String> told(String path) {
    String field = path.equals("/push") ? "/statusUpdate/status/state" : "/type";
    return mailroom.taken(path).stream().map(letter -> letter.text(field)).toList();
  }

  private static String textOf(List<Frame> frames) {
    return frames.stream()
        .filter(frame -> frame.is("text_delta"))
        .map(frame -> frame.field("delta"))
        .collect(Collectors.joining());
  }

  private static boolean isOf(String agent, Frame frame) {
    return agent(frame).equals(agent);
  }

  /** The delegate of an event; empty for the run's own. */
  private static String agent(Frame frame) {
    return frame.json().at("/delegate/agent_id").asText();
  }

  /** The run and its delegates have ended, and it has read each one's answer once. */
  private void assertEnded(AskedRun run, String... delegates) throws Exception {
    run.awaitStatus(survivor, "done");
    assertEndedOnce(run.document(survivor));
    JsonNode below = runs(survivor, "parent_run_id=" + run.id());
    assertThat(below.findValuesAsText("agent_id")).containsExactlyInAnyOrder(delegates);
    List<String> results = results(run);
    assertThat(results).hasSize(delegates.length);
    for (JsonNode each : below) {
      assertEndedOnce(each);
      String answer = each.path("final_output").asText();
      assertThat(results).filteredOn(result -> result.contains(answer)).hasSize(1);
    }
  }

  private void assertEndedOnce(JsonNode run) throws Exception {
    assertThat(run.path("termination_code").asText()).as(run.toString()).isEqualTo("natural_end");
    assertThat(run.path("final_output").asText()).isNotBlank();
    try (EventStream replay = survivor.events(seen(run).id())) {
      assertThat(replay.readToEnd()).filteredOn(frame -> frame.is("run_finish")).hasSize(1);
    }
  }

  private static AskedRun seen(JsonNode run) {
    return new AskedRun(run.path("run_id").asText(), run.path("thread_id").asText(), null);
  }

  private static JsonNode runs(Api node, String filter) throws IOException, InterruptedException {
    return AskedRun.json(node.answer("GET", "v1/runs?" + filter, "")).path("items");
  }

  /** The results of calls that the run has read. */
  private List<String> results(AskedRun run) throws IOException, InterruptedException {
    var results = new ArrayList<String>();
    for (JsonNode message : messages(run)) {
      if (message.path("role").asText().equals("tool")) {
        results.add(message.toString());
      }
    }
    return results;
  }

  private JsonNode messages(AskedRun run) throws IOException, InterruptedException {
    String path = "v1/threads/" + run.thread() + "/messages";
    return AskedRun.json(survivor.answer("GET", path, "")).path("messages");
  }
}
