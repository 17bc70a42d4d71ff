package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.CircuitBreakerConfig;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.Pause;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.store.database.DatabaseProduct;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that meet a model whose breaker is open wait as rows until its provider is back. */
@Rows({105, 1012})
@Failures("F34")
@BesideOthers
class PausedModelTest {

  private static final int RUNS = 300;
  private static final Duration COOLDOWN = Duration.ofSeconds(30);

  private final AtomicBoolean down = new AtomicBoolean(true);
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();

  @ParameterizedTest
  @EnumSource
  void allEndNaturallyAfterARestartAndTheReturnOfTheProvider(DatabaseProduct product) {
    try (var stores = new InDatabase(Databases.of(product))) {
      TestNode first = node(stores);
      openBreaker(first);

      List<RunId> runs =
          IntStream.range(0, RUNS).mapToObj(i -> first.submit("t" + i, "hello")).toList();
      first.executeAll();
      assertThat(calls).as("calls of a model that fails").hasValue(failures());
      assertThat(runs).allMatch(run -> first.record(run).status() == RunStatus.RUNNING);
      assertThat(first.live.count()).isZero();

      TestNode next = node(stores);
      workThrough(stores, next);
      assertThat(calls).as("calls of a model that fails").hasValue(2 * failures());
      assertThat(runs).allMatch(run -> next.record(run).status() == RunStatus.RUNNING);

      down.set(false);
      nanos.addAndGet(COOLDOWN.toNanos());
      workThrough(stores, next);

      assertThat(runs)
          .allMatch(run -> next.record(run).termination() instanceof TerminationReason.NaturalEnd);
      assertThat(calls).as("with one call for each run").hasValue(2 * failures() + RUNS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunWhoseTrialCallFailsWaitsToo(DatabaseProduct product) {
    try (var stores = new InDatabase(Databases.of(product))) {
      TestNode node = node(stores);
      openBreaker(node);
      nanos.addAndGet(COOLDOWN.toNanos());

      RunId run = node.run("t", "hello").runId();

      assertThat(calls).hasValue(failures() + 1);
      assertThat(node.record(run).status()).isEqualTo(RunStatus.RUNNING);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallerWhoPrefersTheErrorGetsItAtOnce(DatabaseProduct product) {
    try (var stores = new InDatabase(Databases.of(product))) {
      TestNode node = node(stores);
      openBreaker(node);
      RunRequest impatient =
          TestNode.request("t", "hello").with(InferenceOverride.builder().maxWaitMs(0).build());

      RunId run = node.service.submit(impatient).runId();
      node.executeAll();

      assertThat(node.record(run).termination())
          .isEqualTo(
              new TerminationReason.Error(
                  "all models of the agent are paused after repeated failures"
                      + " (model_unavailable)"));
    }
  }

  private static int failures() {
    return CircuitBreakerConfig.DEFAULT.failureThreshold();
  }

  private static void openBreaker(TestNode node) {
    for (int i = 0; i < failures(); i++) {
      RunId run = node.run("failing-" + i, "hello").runId();
      assertThat(node.record(run).termination()).isInstanceOf(TerminationReason.Error.class);
    }
  }

  /** Executes every run once whose wait is over, as if all waits were. */
  private static void workThrough(InDatabase stores, TestNode node) {
    stores.passBackoff();
    while (node.starter.claimDue() > 0) {
      node.executeAll();
    }
  }

  /** A node that was just started: its breakers are closed. */
  private TestNode node(InDatabase stores) {
    LlmExecutor answering = new ScriptedModel(Script.builder().says("Here I am.").build());
    LlmExecutor model =
        (request, listener, token) -> {
          calls.incrementAndGet();
          if (down.get()) {
            throw new InferenceException(InferenceException.Kind.PROVIDER, "down", null);
          }
          return answering.execute(request, listener, token);
        };
    var retry = JsonNodeFactory.instance.objectNode().put("max_retries", 0).put("jitter", 0);
    var breakers =
        new CircuitBreakers(new CircuitBreakerConfig(failures(), COOLDOWN, 1), nanos::get);
    return new TestNode(
        stores.ports(),
        new RegistrySnapshot(
            Map.of("a", AgentSpec.builder("a", "m").section("retry", retry).build()),
            Map.of("m", new ModelSpec("m", "p", "any")),
            Map.of("p", model),
            Map.of(),
            PluginSet.of(List.of(), List.of()),
            new ModelPorts(Pause.inRealTime(), () -> 0, breakers)));
  }
}
