package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.StatementCounter;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a run reads of a thread does not depend on the thread's length. */
@BesideOthers
class HugeThreadTest {

  private static final int HUGE = 100_000;
  private static final int LONGER = 20_000;
  private static final int LONG = 3_000;
  private static final WindowLimits WINDOW = WindowLimits.DEFAULT;

  static MailboxStore.Settings settings() {
    var usual = Stores.SETTINGS;
    return new MailboxStore.Settings(
        usual.lease(),
        usual.maxAttempts(),
        usual.nodeId(),
        usual.backoff(),
        usual.keepKeys(),
        new MailboxStore.Bounds(
            100, 100, usual.bounds().runTime(), 1 << 20, new ThreadLimits(1 << 20, 1L << 30)));
  }

  @ParameterizedTest
  @EnumSource
  void aRunOnAThreadOf20000MessagesReadsOnlyTheNewest(DatabaseProduct product) {
    assertNewestOnly(product, LONGER);
  }

  @ParameterizedTest
  @EnumSource
  @Nightly("100,000 messages")
  void aRunOnAThreadOf100000MessagesReadsOnlyTheNewest(DatabaseProduct product) {
    assertNewestOnly(product, HUGE);
  }

  private static void assertNewestOnly(DatabaseProduct product, int messages) {
    try (var database = Databases.of(product)) {
      var counter = new StatementCounter(database.dataSource());
      try (var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
          var jpa =
              new JpaStores(
                  new LocalTransactions(factory),
                  new Database(counter.dataSource(), database.database().product()),
                  settings())) {
        var node =
            new TestNode(
                InDatabase.ports(jpa),
                new ScriptedModel(Script.builder().says("It is fine").repeating().build()),
                UnaryOperator.identity());
        node.run("short", "hello");
        assertEnds(node.run("huge", "hello"));
        assertEnds(node.run("long", "hello"));
        extend(database, product, "huge", messages);
        extend(database, product, "long", LONG);
        // The first run adds up the size, which is not stored yet.
        assertEnds(node.run("huge", "hello again"));
        assertEnds(node.run("long", "hello again"));

        assertThat(statements(counter, node, "huge")).isEqualTo(statements(counter, node, "short"));
        assertWindow(jpa.threads().window(new ThreadId("huge"), 0, WINDOW), messages);
        // H2 also allocates pages that are not in its cache.
        assertThat(allocated(jpa, "huge")).isLessThan(2 * allocated(jpa, "long"));
      }
    }
  }

  private static void assertEnds(RunRecord run) {
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  private static int statements(StatementCounter counter, TestNode node, String thread) {
    counter.reset();
    assertEnds(node.run(thread, "once more"));
    return counter.executions().size();
  }

  private static void assertWindow(StoredWindow window, int messages) {
    assertThat(window.newest()).hasSize(WINDOW.messages());
    assertThat(window.newest().getLast().text()).isEqualTo("It is fine");
    assertThat(window.newest())
        .extracting(Message::id)
        .contains("m" + messages)
        .doesNotContain("m1");
    assertThat(window.leftOut()).isGreaterThan(messages - WINDOW.messages());
  }

  private static long allocated(JpaStores jpa, String thread) {
    return Allocation.leastPerCall(3, () -> jpa.threads().window(new ThreadId(thread), 0, WINDOW));
  }

  /** Like a server of an older version, which stores no size. */
  static void extend(
      Databases.Fresh database, DatabaseProduct product, String thread, int messages) {
    String numbers =
        product == DatabaseProduct.H2
            ? "SYSTEM_RANGE(1, %d) AS n(i)".formatted(messages)
            : "generate_series(1, %d) AS n(i)".formatted(messages);
    database.execute(
        "INSERT INTO awaken_message (thread_key, seq, message_id, hidden, body) SELECT"
            + " key_of_thread('"
            + thread
            + "'), n.i + 2, 'm' || n.i, FALSE, '{\"id\":\"m' || n.i ||"
            + " '\",\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"word "
            + "word ".repeat(20)
            + "\"}]}' FROM "
            + numbers);
    for (String change :
        List.of("message_count = message_count + " + messages, "message_bytes = NULL")) {
      database.execute(
          "UPDATE awaken_thread SET " + change + " WHERE thread_id = '" + thread + "'");
    }
  }
}
