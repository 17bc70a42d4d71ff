package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.ConversationSummary;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.Summaries;
import io.awaken.core.loop.LoopSettings;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.CompactionConfig;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs on a thread of 10,000 messages load, build prompts and answer within bounds, and summarise
 * it.
 */
@BesideOthers
@Rows({153, 157})
@Timeout(120)
class SummarisedThreadTest {

  private static final int MESSAGES = 10_000;
  private static final ContextWindowPolicy POLICY =
      new ContextWindowPolicy(100_000, 1_000, 2).compactingFrom(20_000);

  private final HistoryBudget budget = new HistoryBudget(256 << 20);
  private final List<Runnable> background = new ArrayList<>();
  private final List<LlmRequest> asked = new ArrayList<>();
  private final List<LlmRequest> summarised = new ArrayList<>();
  private long held;

  private LlmExecutor model() {
    var answers = new ScriptedModel(Script.builder().says("fine").repeating().build());
    var summary = new ScriptedModel(Script.builder().says("many words").repeating().build());
    return (request, listener, stops) -> {
      held = Math.max(held, budget.used());
      boolean sums = CompactionConfig.DEFAULT.summarizerSystemPrompt().equals(request.system());
      (sums ? summarised : asked).add(request);
      return (sums ? summary : answers).execute(request, listener, stops);
    };
  }

  private TestNode node(RuntimeStores stores) {
    return new TestNode(
        stores,
        TestNode.configured(
            usual ->
                new LoopSettings(
                    usual.restoring(),
                    usual.limits(),
                    budget,
                    usual.estimator(),
                    new Summaries(background::add, System::nanoTime))),
        model(),
        agent -> AgentSpec.builder(agent.id(), agent.modelId()).contextPolicy(POLICY).build(),
        List.of());
  }

  private void work() {
    List.copyOf(background).forEach(Runnable::run);
    background.clear();
  }

  private static void say(TestNode node, String text) {
    assertThat(node.run("huge", text).termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  @Test
  void inMemory() {
    TestNode node = node(TestNode.inMemory());
    for (int i = 0; i < MESSAGES / 500; i++) {
      node.service.submit(
          TestNode.request("huge", "x")
              .withMessages(Collections.nCopies(500, Message.user("word ".repeat(20)))));
      node.executeAll();
    }
    background.clear();

    assertSummarised(node(node.stores));
  }

  @ParameterizedTest
  @EnumSource
  void inADatabase(DatabaseProduct product) {
    try (var database = Databases.of(product);
        var factory = EntityManagers.local(database.dataSource(), JpaStores.ENTITIES);
        var jpa =
            new JpaStores(
                new LocalTransactions(factory),
                new Database(database.dataSource(), database.database().product()),
                HugeThreadTest.settings())) {
      TestNode node = node(InDatabase.ports(jpa));
      say(node, "hello");
      HugeThreadTest.extend(database, product, "huge", MESSAGES);

      assertSummarised(node);
    }
  }

  private void assertSummarised(TestNode node) {
    asked.clear();
    say(node, "one");
    say(node, "two");
    assertThat(summarised).isEmpty();
    work();
    assertThat(summarised).hasSize(1);
    say(node, "three");

    assertThat(asked).hasSize(3);
    assertThat(asked.getFirst().messages().size())
        .isLessThanOrEqualTo(WindowLimits.DEFAULT.messages());
    assertThat(asked.getLast().messages())
        .hasSizeLessThan(10)
        .first()
        .matches(ConversationSummary::is);
    asked.clear();
    say(node, "four");
    assertThat(asked.getLast().messages())
        .hasSizeLessThan(10)
        .extracting(Message::text)
        .contains("<conversation-summary>\nmany words\n</conversation-summary>", "three");
    assertThat(held).isLessThanOrEqualTo(4 * WindowLimits.DEFAULT.bytes());
    assertThat(budget.used()).isZero();
    assertThat(node.stores.threads().find(new ThreadId("huge")).orElseThrow().messageCount())
        .isGreaterThan(MESSAGES);
  }
}
