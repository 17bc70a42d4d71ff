package io.awaken.protocol.agui;

import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.result;
import static io.awaken.protocol.agui.AguiApi.user;
import static io.awaken.protocol.agui.event.ClientMessages.shown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.context.ConversationSummary;
import io.awaken.core.context.Summaries;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.CompactionConfig;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.protocol.agui.event.ClientMessages;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a page has from the events of random conversations equals what a reloaded page gets, in
 * order, ids and content. Answers mix text, reasoning, and calls of the server, of the page, and of
 * a tool that needs an approval; the conversation is summarised for the model on the way.
 */
@Rows({239, 240})
@BesideOthers
class AguiSnapshotsMatchTest {

  private static final int CONVERSATIONS = 12;
  private static final Predicate<String> PAGE_TOOL =
      name -> name.equals("open_dialog") || name.equals("pick_colour");
  private static final List<String> TOOLS = List.of("look", "pay", "open_dialog", "pick_colour");
  private static final JsonNode PAGE_TOOLS =
      json(
          "[{\"name\":\"open_dialog\",\"description\":\"Asks.\",\"parameters\":{}},"
              + "{\"name\":\"pick_colour\",\"description\":\"Picks.\",\"parameters\":{}}]");

  /** A conversation of a page with an agent that answers at random. */
  private static final class Conversation {
    private final Random random;
    private final ToolExecutionMode mode;
    private final List<Runnable> background = new ArrayList<>();
    private final ClientMessages page = new ClientMessages();
    private final AguiApi api;
    private int rounds;
    private int requests;
    private int steps;

    Conversation(long seed, ToolExecutionMode mode) {
      random = new Random(seed);
      this.mode = mode;
      var gate =
          new TestPlugin(
              "gate",
              parts ->
                  parts.registerToolGateHook(
                      context ->
                          context.call().name().equals("pay") && context.decision() == null
                              ? Optional.of(
                                  new ToolIntercept.Suspend(SuspendTicket.approval("pay", "Pay?")))
                              : Optional.empty()));
      api =
          new AguiApi(
              new Summaries(background::add, System::nanoTime),
              model(),
              agent ->
                  agent.toBuilder()
                      .toolExecutionMode(mode)
                      .contextPolicy(
                          new ContextWindowPolicy(100_000, 1_000, 2).compactingFrom(2_000))
                      .build(),
              List.of(gate),
              FunctionTool.answering("look", "seen"),
              FunctionTool.answering("pay", "paid"));
    }

    private LlmExecutor model() {
      return (request, listener, stops) -> {
        boolean summary =
            CompactionConfig.DEFAULT.summarizerSystemPrompt().equals(request.system());
        ScriptBuilder turn = summary ? Script.builder().says("They talked.") : turn();
        return new ScriptedModel(turn.repeating().build()).execute(request, listener, stops);
      };
    }

    private ScriptBuilder turn() {
      ScriptBuilder turn = Script.builder().says(random.nextInt(4) == 0 ? "" : words());
      int blocks = random.nextInt(4);
      for (int i = 0; i < blocks; i++) {
        turn.andShows(block());
      }
      if (random.nextBoolean()) {
        turn.andReasons(words());
      }
      int calls = ++steps % 4 == 0 ? 0 : random.nextInt(4);
      for (int i = 0; i < calls; i++) {
        turn.andCalls(TOOLS.get(random.nextInt(TOOLS.size())), Map.of("value", "v" + i));
      }
      return turn;
    }

    private ContentBlock block() {
      return switch (random.nextInt(5)) {
        case 0, 1 -> new ContentBlock.Thinking(words());
        case 2 -> new ContentBlock.Thinking(null, "p", null, "c2VjcmV0", null);
        default -> new ContentBlock.Text(words());
      };
    }

    private String words() {
      return "word " + (random.nextInt(3) == 0 ? "long ".repeat(400) : random.nextInt(100));
    }

    /** The page sends a message and answers whatever the run asks it, until the run ends. */
    void round() {
      page.add(user("u" + ++rounds, "Go on " + rounds));
      JsonNode outcome = send(body -> {});
      while (outcome.has("interrupts") || !outcome.path("pendingToolCallIds").isEmpty()) {
        JsonNode interrupts = outcome.path("interrupts");
        answered(outcome).forEach(this::answer);
        outcome = send(body -> resume(body, interrupts));
      }
    }

    /** Some calls of the page, at least one unless the page answers interrupts. */
    private List<String> answered(JsonNode outcome) {
      List<String> calls = page.pending(PAGE_TOOL);
      if (outcome.has("interrupts")) {
        return mode.parallel() && random.nextBoolean() ? calls : List.of();
      }
      assertThat(outcome.get("pendingToolCallIds").valueStream().map(JsonNode::asText))
          .as("a page executes all of its calls at once")
          .hasSameElementsAs(calls);
      return calls.subList(0, 1 + random.nextInt(calls.size()));
    }

    private void answer(String call) {
      page.addResult(result("of-" + rounds + "-" + call, call, "closed " + call));
    }

    private void resume(ObjectNode body, JsonNode interrupts) {
      ArrayNode answers = body.putArray("resume");
      for (JsonNode each : interrupts) {
        answers
            .addObject()
            .put("interruptId", each.get("id").asText())
            .put("status", "resolved")
            .putObject("payload")
            .put("approved", random.nextBoolean());
      }
    }

    private JsonNode send(Consumer<ObjectNode> change) {
      ObjectNode body = body("t", "r" + ++requests, page.all().toArray(ObjectNode[]::new));
      body.set("tools", PAGE_TOOLS);
      change.accept(body);
      List<JsonNode> events = api.post(body);
      page.apply(events);
      assertThat(events.getLast().get("type").asText()).isEqualTo("RUN_FINISHED");
      List.copyOf(background).forEach(Runnable::run);
      background.clear();
      return events.getLast().path("outcome");
    }

    boolean summarised() {
      return api.node.stores.threads().history(new ThreadId("t")).stream()
          .anyMatch(ConversationSummary::is);
    }
  }

  /**
   * With the results of each answer that the page sent behind those of the server: a page adds its
   * own before it sends them, so that each side has them in another order.
   */
  private static List<String> ordered(List<String> shown) {
    var ordered = new ArrayList<String>();
    var own = new ArrayList<String>();
    for (String each : shown) {
      boolean result = each.contains(" tool: ");
      if (result && each.startsWith("of-")) {
        own.add(each);
        continue;
      }
      if (!result) {
        ordered.addAll(own);
        own.clear();
      }
      ordered.add(each);
    }
    ordered.addAll(own);
    return ordered;
  }

  @ParameterizedTest
  @EnumSource
  void aReloadedPageShowsWhatTheStreamShowed(ToolExecutionMode mode) {
    int summarised = 0;
    for (long seed = 0; seed < CONVERSATIONS; seed++) {
      var conversation = new Conversation(seed, mode);
      for (int i = 0; i < 5; i++) {
        conversation.round();
        List<String> had = ordered(conversation.page.shown());
        assertThat(ordered(shown(conversation.api.messages("t").get("messages"))))
            .as("seed %s, round %s", seed, i)
            .containsExactlyElementsOf(had);
        var reloaded = new ClientMessages();
        reloaded.apply(conversation.api.events(conversation.api.reconnect("t")));
        assertThat(ordered(reloaded.shown()))
            .as("seed %s, round %s", seed, i)
            .containsExactlyElementsOf(had);
      }
      summarised += conversation.summarised() ? 1 : 0;
    }
    assertThat(summarised).isGreaterThan(CONVERSATIONS / 2);
  }
}
