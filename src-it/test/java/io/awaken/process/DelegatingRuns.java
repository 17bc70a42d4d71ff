package io.awaken.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a node began that is killed: runs that wait as rows for delegates that execute, one of them
 * at an A2A server; a background task that executes; and messages that are due to receivers
 * outside. The node that goes on is started just before the kill, and is the A2A server from then
 * on. Each run is named after its agent.
 */
final class DelegatingRuns implements AutoCloseable {

  /** The agents whose runs are calling a tool at the kill; the A2A server offers {@code worker}. */
  static final List<String> CUT = List.of("clerk", "porter", "worker", "scout", "searcher");

  /** Where the mailroom gets messages about {@link #careful}: of a webhook, and of a client. */
  static final String HOOK = "/hook";

  static final String PUSH = "/push";

  final Agency agency = new Agency(CUT.toArray(String[]::new));
  final Mailroom mailroom = new Mailroom();

  /** Calls three delegates in one step. */
  AskedRun editor;

  /** Has the guide's answer and waits for the chief, who waits for the scout. */
  AskedRun director;

  /** Has ended before its task, the searcher's. */
  AskedRun host;

  /** Waits for a decision, which a webhook and a client are to be told. */
  AskedRun careful;

  /** The node that goes on. */
  Api survivor;

  /** Follows the editor and its delegates at that node since before the kill. */
  EventStream reader;

  private final Gateway gateway = new Gateway();
  private ServerProcess server;

  DelegatingRuns() throws IOException {}

  /** Begins all of them on one node, starts the other, and kills the first. */
  void killTheNode(Workplace at, Map<String, String> database) throws Exception {
    agents(at.documents());
    outside(at.documents().folder());
    at.deployWith(AgencyCall.class, Bookings.class);
    Map<String, String> settings = settings(database);
    try (ServerProcess doomed = Servers.start(at, settings);
        Api node = new Api(doomed.port())) {
      gateway.leadTo(doomed.port());
      delegate(node);
      server = Servers.start(at, settings);
      survivor = new Api(server.port());
      gateway.leadTo(server.port());
      reader = survivor.eventsWithDelegates(editor.id());
      reader.until(frame -> frame.is("tool_call_ready") && agent(frame).equals("clerk"));
      tell(node, new JobTable(database.get("awaken.db.url")));
      doomed.kill();
      mailroom.open();
      agency.answerAgain();
    }
  }

  private void delegate(Api node) throws Exception {
    editor = begin(node, "editor");
    director = begin(node, "director");
    host = begin(node, "host");
    for (String each : CUT) {
      Conditions.await("the call of " + each, () -> !agency.keys(each).isEmpty());
    }
    Conditions.await(
        "the guide's answer",
        () -> node.runs("status=done&parent_run_id=" + director.id()).size() == 1);
    host.awaitStatus(node, "done");
  }

  /** Last, because the node repeats refused messages less and less often. */
  private void tell(Api node, JobTable jobs) throws Exception {
    careful = AskedRun.begin(node, "careful");
    String path = "v1/a2a/careful/tasks/%s/pushNotificationConfigs?A2A-Version=1.0";
    String config = "{\"url\": \"%s\"}".formatted(mailroom.url() + PUSH);
    var answer = node.answer("POST", path.formatted(careful.id()), config);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    begin(node, "teller");
    Conditions.await("the teller's end", () -> !mailroom.refused(Mailroom.SILENT).isEmpty());
    // A refusal that is not stored is a delivery that the kill cuts off.
    Conditions.await("two refusals", () -> jobs.messagesAnswered("503") == 2);
  }

  private static AskedRun begin(Api node, String agent) throws Exception {
    try (EventStream stream = node.run(agent)) {
      Frame start = stream.until(frame -> frame.is("run_start")).getLast();
      return new AskedRun(start.field("run_id"), start.field("thread_id"), null);
    }
  }

  /** The delegate whose event it is; empty for an event of the run itself. */
  static String agent(Frame frame) {
    return frame.json().at("/delegate/agent_id").asText();
  }

  private Map<String, String> settings(Map<String, String> database) {
    var settings = new HashMap<>(database);
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
        webhooks.resolve("hook.yaml"), webhook.formatted(mailroom.url(), HOOK, "careful"));
    Files.writeString(
        webhooks.resolve("silent.yaml"),
        webhook.formatted(mailroom.url(), Mailroom.SILENT, "teller"));
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable each :
        new AutoCloseable[] {reader, survivor, server, gateway, mailroom, agency}) {
      if (each != null) {
        each.close();
      }
    }
  }
}
