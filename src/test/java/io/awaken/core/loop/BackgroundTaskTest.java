package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.tasks.TasksPlugin;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.TaskRefused;
import io.awaken.core.tool.Tasks;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A model that starts tasks, asks for them, cancels them and sends them messages. */
@Rows({1300, 1301, 1302})
class BackgroundTaskTest {

  private static final Pattern ID = Pattern.compile("\"task_id\":\"([^\"]+)\"");
  private static final Map<String, String> WORK = Map.of("agent_id", "b", "prompt", "find it");

  private final List<LlmRequest> asked = new ArrayList<>();
  private final FunctionTool ask =
      new FunctionTool(
          "ask",
          (arguments, context) ->
              context.decision().isPresent()
                  ? ToolResult.success("ask", arguments)
                  : ToolResult.suspended("ask", SuspendTicket.approval("ok", "May I?")));

  private static AgentSpec agent(boolean awaits) {
    return AgentSpec.builder("a", "m")
        .plugins(TasksPlugin.NAME)
        .section(
            "tasks",
            JsonNodeFactory.instance
                .objectNode()
                .put("await", awaits)
                .set("agents", JsonNodeFactory.instance.arrayNode().add("b")))
        .build();
  }

  /** One turn for each call of the model, given the id of the task that it has read last. */
  @SafeVarargs
  private final LlmExecutor says(Function<String, ScriptBuilder>... turns) {
    return (request, listener, cancellation) -> {
      ScriptBuilder turn = turns[Math.min(asked.size(), turns.length - 1)].apply(lastTask(request));
      asked.add(request);
      return new ScriptedModel(turn.repeating().build()).execute(request, listener, cancellation);
    };
  }

  private static String lastTask(LlmRequest request) {
    String id = null;
    for (Message message : request.messages()) {
      var found = ID.matcher(message.text());
      id = found.find() ? found.group(1) : id;
    }
    return id;
  }

  private static ScriptBuilder spawns() {
    return Script.builder().calls("spawn_task", WORK);
  }

  private static ScriptBuilder text(String text) {
    return Script.builder().says(text);
  }

  private TestNode node(
      AgentSpec agent, LlmExecutor above, ScriptBuilder below, FunctionTool... more) {
    var tools = new ArrayList<>(List.of(more));
    tools.add(ask);
    return new TestNode(
        TestNode.inMemory(),
        Registries.with(agent, AgentSpec.builder("b", "m2").build())
            .models(above, new ScriptedModel(below.build()))
            .named(new TasksPlugin())
            .tools(tools.toArray(FunctionTool[]::new))
            .snapshot());
  }

  private static List<RunRecord> tasks(TestNode node, RunId parent) {
    var filter = new RunQuery.Filter(Caller.ANONYMOUS.tenant(), null, null, null, null, parent);
    return node.stores.runs().list(new RunQuery(filter, null, 0, 100)).items().reversed();
  }

  private static List<RunRecord> runsOf(TestNode node, String thread) {
    var filter =
        new RunQuery.Filter(
            Caller.ANONYMOUS.tenant(), null, null, null, new ThreadId(thread), null);
    return node.stores.runs().list(new RunQuery(filter, null, 0, 100)).items().reversed();
  }

  private String lastRead() {
    return asked.getLast().messages().getLast().text();
  }

  @Test
  void theRunEndsWhileItsTaskGoesOnAndTheEndStartsAnotherRun() {
    TestNode node =
        node(
            agent(false),
            says(id -> spawns(), id -> text("Started."), id -> text("It is found.")),
            text("Found."));

    RunId id = node.submit("t", "hello");
    node.executeAll();

    RunRecord task = tasks(node, id).getFirst();
    assertThat(node.record(id).finalOutput()).isEqualTo("Started.");
    assertThat(task.status()).isEqualTo(RunStatus.CREATED);
    assertThat(lastRead())
        .isEqualTo("{\"task_id\":\"%s\",\"status\":\"queued\"}".formatted(task.runId()));

    node.workOff();

    assertThat(node.record(task.runId()).finalOutput()).isEqualTo("Found.");
    assertThat(runsOf(node, "t"))
        .extracting(RunRecord::finalOutput)
        .containsExactly("Started.", "It is found.");
    assertThat(lastRead())
        .isEqualTo(
            """
            A background task has ended: {"task_id":"%s","agent_id":"b","status":"completed",\
            "response":"Found.","steps":1}\
            """
                .formatted(task.runId()));
  }

  @Test
  void aRunThatAwaitsItsTasksWaitsAsARowAndAnswersBehindThem() {
    TestNode node =
        node(
            agent(true),
            says(
                id -> spawns().andCalls("spawn_task", WORK),
                id -> text("Wait."),
                id -> text("One is there."),
                id -> text("All is there.")),
            text("Found."));

    RunId id = node.submit("t", "hello");
    node.executeAll();

    assertThat(node.record(id).status()).isEqualTo(RunStatus.WAITING);
    assertThat(node.live.count()).isZero();
    assertThat(node.sinks.events()).noneMatch(AgentEvent.RunFinish.class::isInstance);

    node.workOff();

    RunRecord run = node.record(id);
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).endsWith("is there.");
    assertThat(runsOf(node, "t")).hasSize(1);
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .filteredOn(message -> message.text().startsWith("A background task"))
        .hasSize(2)
        .allMatch(message -> message.role() == Role.USER);
  }

  @Test
  void itsTasksAreListedWithTheirAnswers() {
    TestNode node =
        node(
            agent(true),
            says(
                id -> spawns(),
                id -> text("Wait."),
                id ->
                    Script.builder()
                        .calls("task_status", Map.of())
                        .andCalls("task_status", Map.of("task_id", id)),
                id -> text("Thanks.")),
            text("Found."));

    RunId id = node.submit("t", "hello");
    node.workOff();

    String task = tasks(node, id).getFirst().runId().value();
    String shown =
        """
        {"task_id":"%s","agent_id":"b","status":"completed","response":"Found.","steps":1}\
        """
            .formatted(task);
    assertThat(asked.getLast().messages().reversed().stream().limit(2).map(Message::text))
        .containsExactly(shown, "{\"tasks\":[" + shown + "]}");
  }

  @Test
  @Rows(190)
  void aRedrivenTaskIsToldAndShownUnderItsFirstId() {
    TestNode node =
        node(
            agent(false),
            says(
                id -> spawns(),
                id -> text("Started."),
                id -> text("It has failed."),
                id -> Script.builder().calls("task_status", Map.of("task_id", id)),
                id -> text("It is found.")),
            text("Found."));
    RunId id = node.submit("t", "hello");
    node.executeAll();
    RunRecord task = tasks(node, id).getFirst();
    var queue = node.stores.mailbox();
    var claim =
        queue
            .claims()
            .claim(queue.claims().due(1).getFirst(), new ClaimToken("given-up"))
            .orElseThrow();
    queue.leases().nack(claim.fence(), "broken", true);
    node.workOff();

    var wish =
        new Redrive(
            task.threadId(),
            task.jobId(),
            new RunId("redriven"),
            new JobId("redriven"),
            Caller.ANONYMOUS,
            false);
    assertThat(queue.queue().redrive(wish)).isInstanceOf(SubmitResult.Queued.class);
    node.workOff();

    assertThat(lastRead())
        .isEqualTo(
            """
            {"task_id":"%s","agent_id":"b","status":"completed","response":"Found.","steps":1}\
            """
                .formatted(task.runId()));
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::text)
        .filteredOn(text -> text.startsWith("A background task has ended"))
        .hasSize(2)
        .allMatch(text -> text.contains(task.runId().value()));
  }

  @Test
  void aCancelledTaskIsTold() {
    TestNode node =
        node(
            agent(true),
            says(
                id -> spawns(),
                id -> Script.builder().calls("cancel_task", Map.of("task_id", id)),
                id -> text("Cancelled.")),
            text("Found."));

    RunId id = node.submit("t", "hello");
    node.workOff();

    assertThat(tasks(node, id).getFirst().termination())
        .isEqualTo(new TerminationReason.Cancelled());
    assertThat(asked.get(2).messages())
        .extracting(Message::text)
        .anyMatch(text -> text.contains("\"agent_id\":\"b\",\"status\":\"cancelled\""));
    assertThat(node.record(id).finalOutput()).isEqualTo("Cancelled.");
  }

  @Test
  void aMessageReachesATaskThatHasStarted() {
    TestNode node =
        node(
            agent(false),
            says(
                id -> spawns(),
                id -> text("Started."),
                id ->
                    Script.builder()
                        .calls("send_message", Map.of("task_id", id, "content", "Hurry.")),
                id -> text("Sent.")),
            Script.builder().calls("ask", Map.of("value", "x")).says("Found."));
    RunId id = node.submit("t", "hello");
    node.workOff();
    RunRecord task = tasks(node, id).getFirst();
    assertThat(task.status()).isEqualTo(RunStatus.WAITING);

    node.submit("t", "tell it to hurry");
    node.executeAll();

    assertThat(lastRead()).isEqualTo("{\"task_id\":\"%s\",\"sent\":true}".formatted(task.runId()));
    assertThat(node.stores.runs().inbox(task.runId()))
        .singleElement()
        .satisfies(entry -> assertThat(entry.messages().getFirst().text()).isEqualTo("Hurry."));
  }

  @Test
  void aTaskThatHasEndedTakesNoMessage() {
    TestNode node =
        node(
            agent(false),
            says(
                id -> spawns(),
                id -> text("Started."),
                id ->
                    Script.builder()
                        .calls("send_message", Map.of("task_id", id, "content", "Hurry.")),
                id -> text("Too late.")),
            text("Found."));

    node.submit("t", "hello");
    node.workOff();

    assertThat(lastRead())
        .isEqualTo(
            "{\"error\":\"the task has not started yet, or has"
                + " ended\",\"code\":\"task_not_open\"}");
  }

  @Test
  @Attacks("S35")
  void idsOfOtherThreadsAreUnknown() {
    TestNode node = node(agent(false), says(id -> spawns(), id -> text("Ok.")), text("Found."));
    RunId other = node.submit("other", "hello");
    node.executeAll();
    String task = tasks(node, other).getFirst().runId().value();
    asked.clear();
    TestNode second =
        new TestNode(
            node.stores,
            Registries.with(agent(false), AgentSpec.builder("b", "m2").build())
                .models(
                    says(
                        id ->
                            Script.builder()
                                .calls("task_status", Map.of("task_id", task))
                                .andCalls("cancel_task", Map.of("task_id", task))
                                .andCalls(
                                    "send_message", Map.of("task_id", task, "content", "Hi.")),
                        id -> text("Nothing.")),
                    new ScriptedModel(text("x").build()))
                .named(new TasksPlugin())
                .snapshot());

    second.submit("t", "hello");
    second.executeAll();

    assertThat(asked.getLast().messages())
        .filteredOn(message -> message.role() == Role.TOOL)
        .hasSize(3)
        .allMatch(message -> message.text().contains("\"code\":\"task_not_found\""));
    assertThat(node.record(new RunId(task)).status()).isEqualTo(RunStatus.CREATED);
  }

  @Test
  @Attacks("S35")
  void aHundredTasksInOneStepEndAtTheLimitOfWidth() {
    ScriptBuilder many = spawns();
    for (int i = 1; i < 100; i++) {
      many = many.andCalls("spawn_task", WORK);
    }
    ScriptBuilder all = many;
    TestNode node = node(agent(false), says(id -> all, id -> text("Ok.")), text("Found."));

    RunId id = node.submit("t", "hello");
    node.executeAll();

    assertThat(tasks(node, id)).hasSize(32);
    assertThat(asked.getLast().messages())
        .filteredOn(message -> message.text().contains("delegation_limit"))
        .hasSize(100 - 32)
        .first()
        .extracting(Message::text)
        .isEqualTo(
            "{\"error\":\"32 tasks and delegates are unfinished, the limit is 32; start another"
                + " when one has ended\",\"code\":\"delegation_limit\"}");
  }

  @Test
  void onlyTheAgentsOfItsSectionMayBeStarted() {
    TestNode node =
        node(
            agent(false),
            says(
                id -> Script.builder().calls("spawn_task", Map.of("agent_id", "a", "prompt", "x")),
                id -> text("Ok.")),
            text("Found."));

    RunId id = node.submit("t", "hello");
    node.executeAll();

    assertThat(tasks(node, id)).isEmpty();
    assertThat(lastRead())
        .isEqualTo(
            "{\"error\":\"agent_id: no such agent; available are b\",\"code\":\"unknown_agent\"}");
    assertThat(asked.getFirst().tools().toString()).contains("\"enum\":[\"b\"]");
  }

  @Test
  void aToolStartsTasksWithItsResultOnly() {
    var tool =
        new FunctionTool(
            "start",
            (arguments, context) -> {
              try {
                String id =
                    context.tasks().spawn(new Tasks.Work("b", "research", "find it", false));
                return arguments.path("value").asText().equals("fails")
                    ? ToolResult.error("start", "no")
                    : ToolResult.success(
                        "start", JsonNodeFactory.instance.objectNode().put("task", id));
              } catch (TaskRefused e) {
                return ToolResult.errorWithCode("start", e.code(), e.getMessage());
              }
            });
    AgentSpec plain = AgentSpec.builder("a", "m").build();
    TestNode node =
        node(
            plain,
            says(
                id ->
                    Script.builder()
                        .calls("start", Map.of("value", "fails"))
                        .andCalls("start", Map.of("value", "works")),
                id -> text("Ok."),
                id -> text("Thanks.")),
            text("Found."),
            tool);

    RunId id = node.submit("t", "hello");
    node.executeAll();
    List<RunRecord> started = tasks(node, id);
    node.workOff();

    assertThat(started).singleElement();
    assertThat(lastRead()).contains(started.getFirst().runId().value());
    assertThat(tool.calls().getFirst().tasks().list(10)).isEmpty();
  }

  @Test
  void cancellingTheRunLeavesItsTasks() {
    TestNode node =
        node(
            agent(true),
            says(id -> spawns(), id -> text("Wait."), id -> text("Late.")),
            text("Found."));
    RunId id = node.submit("t", "hello");
    node.executeAll();

    node.canceller.cancel(id, Caller.ANONYMOUS);
    node.workOff();

    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(tasks(node, id).getFirst().finalOutput()).isEqualTo("Found.");
    assertThat(runsOf(node, "t")).hasSize(2);
  }
}
