package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.json;
import static io.awaken.http.api.run.AskingApi.wire;
import static io.awaken.http.api.run.RunsApi.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.StateKeyOptions;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.RefusedException;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The state of a waiting run. */
@Rows({54, 55, 163})
class RunStateRoutesTest {

  private static final StateKey<String, String> SHOWN =
      StateKey.<String, String>of("shown", String.class, () -> "", (before, next) -> next)
          .clientVisible();
  private static final StateKey<String, String> HIDDEN =
      StateKey.of("hidden", String.class, () -> "", (before, next) -> next);
  private static final StateKey<String, String> CART =
      StateKey.<String, String>of("cart", String.class, () -> "", (before, next) -> next)
          .threadScoped()
          .clientVisible();

  private String cart = "chair";

  private final TestNode node =
      new TestNode(
          new ScriptedModel(
              Script.builder()
                  .calls("pay", Map.of("value", "10"))
                  .andCalls("pay", Map.of("value", "20"))
                  .says("Done.")
                  .build()),
          UnaryOperator.identity(),
          List.of(
              new TestPlugin(
                  "shop",
                  parts -> {
                    parts.registerKey(SHOWN);
                    parts.registerKey(HIDDEN);
                    parts.registerKey(CART, StateKeyOptions.DEFAULT.upTo(2 << 20));
                    parts.registerPhaseHook(
                        Phase.RUN_START,
                        context ->
                            StateCommand.none()
                                .update(SHOWN, "one")
                                .update(HIDDEN, "two")
                                .update(CART, cart));
                    parts.registerToolGateHook(
                        context ->
                            Optional.of(
                                new ToolIntercept.Suspend(
                                    SuspendTicket.approval("pay", "May I?"))));
                  })),
          FunctionTool.answering("pay", "paid"));

  private RunId waiting() {
    RunId run = node.service.submit(TestNode.request("t", "pay").by(ADA)).runId();
    node.executeAll();
    return run;
  }

  private RunsResource runs(Caller by) {
    var resource = new RunsResource();
    resource.runs = node.stores.runs();
    resource.threads = node.stores.threads();
    resource.registry = node.registry;
    resource.admin = new AdminRole("operators");
    resource.security = KnownCallers.of(by);
    return resource;
  }

  private JsonNode state(RunId run, Caller by) {
    return wire(runs(by).state(run.value()));
  }

  private JsonNode calls(RunId run, Caller by, String limit, String cursor) {
    return wire(runs(by).calls(run.value(), limit, cursor));
  }

  @Test
  void callersSeeStateForClientsAndTheRunsProgress() {
    RunId run = waiting();
    JsonNode state = state(run, ADA);

    assertThat(state.get("status").asText()).isEqualTo("waiting");
    assertThat(state.get("run_id").asText()).isEqualTo(run.value());
    assertThat(state.at("/run/shown").asText()).isEqualTo("one");
    assertThat(state.at("/thread")).isEqualTo(json("{\"cart\":\"chair\"}"));
    assertThat(state.get("omitted")).isEmpty();
    assertThat(state.toString()).doesNotContain("hidden");
  }

  @Test
  void operatorsSeeAllValues() {
    assertThat(state(waiting(), OPERATOR).at("/run/hidden").asText()).isEqualTo("two");
  }

  @Test
  void onlyOperatorsSeeOtherValuesOfTheRuntime() {
    RunId run = waiting();
    assertThat(state(run, ADA).at("/run").fieldNames())
        .toIterable()
        .allMatch(key -> key.equals("shown") || key.startsWith("__runtime.run_lifecycle"));
  }

  @Test
  void valuesBeyondTheLimitAreNamed() {
    cart = "x".repeat(RunStateView.MAX_CHARS);
    JsonNode state = state(waiting(), ADA);

    assertThat(state.get("omitted")).isEqualTo(json("[\"cart\"]"));
    assertThat(state.get("thread")).isEmpty();
    assertThat(state.at("/run/shown").asText()).isEqualTo("one");
  }

  @Test
  void aRunsCallsAreListedInTheirOrderPageByPage() {
    RunId run = waiting();
    JsonNode first = calls(run, ADA, "1", null);
    JsonNode second = calls(run, ADA, "1", first.get("next_cursor").asText());

    assertThat(first.get("has_more").asBoolean()).isTrue();
    assertThat(first.at("/items/0/arguments/value").asText()).isEqualTo("10");
    assertThat(first.at("/items/0/status").asText()).isEqualTo("suspended");
    assertThat(first.at("/items/0/tool_name").asText()).isEqualTo("pay");
    assertThat(first.at("/items/0/step").asInt()).isOne();
    assertThat(first.at("/items/0/attempt").asInt()).isZero();
    assertThat(second.at("/items/0/arguments/value").asText()).isEqualTo("20");
    assertThat(second.get("has_more").asBoolean()).isFalse();
    assertThat(second.has("next_cursor")).isFalse();
    assertThat(calls(run, ADA, null, null).get("items")).hasSize(2);
  }

  @Test
  void aCursorOfAnotherRunIsRefused() {
    RunId run = waiting();
    String cursor = calls(run, ADA, "1", null).get("next_cursor").asText();
    RunId other = node.service.submit(TestNode.request("other", "pay").by(ADA)).runId();

    assertThatThrownBy(() -> calls(other, ADA, "1", cursor))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("cursor");
  }

  @Test
  void otherCallersCannotFindTheRun() {
    RunId run = waiting();
    for (Caller other : List.of(STRANGER, Caller.ANONYMOUS)) {
      assertThatThrownBy(() -> state(run, other)).isInstanceOf(RefusedException.class);
      assertThatThrownBy(() -> calls(run, other, null, null)).isInstanceOf(RefusedException.class);
    }
  }
}
