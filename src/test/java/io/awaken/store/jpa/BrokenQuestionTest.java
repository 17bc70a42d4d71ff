package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Databases;
import io.awaken.store.jpa.rows.StoredJson;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Expired suspensions whose rows prevent a decision. */
class BrokenQuestionTest {
  private static final String TICKET =
      StoredJson.writeTicket(
          SuspendTicket.approval("tool:confirm", "May I?")
              .withId("ask")
              .expiring(new Expiry(1, DecisionAction.CANCEL)));

  static Stream<Arguments> databases() {
    return Stream.of(
        Arguments.of("H2", (Supplier<Databases.Fresh>) Databases::h2),
        Arguments.of("PostgreSQL", (Supplier<Databases.Fresh>) Databases::postgres));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("databases")
  void suspensionsThatCannotBeDecidedDoNotBlockNewerOnes(
      String name, Supplier<Databases.Fresh> fresh) {
    Databases.Fresh database = fresh.get();
    try (var stores = new InDatabase(database)) {
      database.execute(
          "INSERT INTO awaken_thread (thread_key, thread_id, tenant, owner, epoch, open_run,"
              + " latest_run) VALUES (key_of_thread('t'), 't', 'default', 'ann', 1,"
              + " key_of_run('r'), key_of_run('r'))");
      database.execute(
          "INSERT INTO awaken_run (thread_key, run_key, thread_id, run_id, agent_id, tenant,"
              + " subject, job_id, status) VALUES (key_of_thread('t'), key_of_run('r'), 't', 'r',"
              + " 'helper', 'default', 'ann', 'j', 'running')");
      for (int i = 1; i <= 5; i++) {
        ask(database, "broken-" + i, "{", i <= 3 ? 1 : i);
      }
      for (int i = 1; i <= 3; i++) {
        ask(database, "sound-" + i, TICKET, i == 1 ? 1 : 10 + i);
      }

      assertThat(stores.suspensions().expire(2))
          .extracting(outcome -> outcome.now().callId())
          .containsExactly("sound-1", "sound-2");
      assertThat(stores.suspensions().expire(2))
          .extracting(outcome -> outcome.now().callId())
          .containsExactly("sound-3");
      assertThat(stores.suspensions().expire(2)).isEmpty();
    }
  }

  private static void ask(Databases.Fresh database, String call, String ticket, int expiresAt) {
    database.execute(
        "INSERT INTO awaken_suspension (thread_key, run_key, thread_id, run_id, call_id, ordinal,"
            + " place, suspension_id, tenant, requester, agent_id, kind, status, ticket,"
            + " arguments_hash, batch,"
            + " expires_at) VALUES (key_of_thread('t'), key_of_run('r'), 't', 'r', '%s', 1, 0, 'ask', 'default', 'ann', 'helper',"
                .formatted(call)
            + " 'approval', 'open', '%s', '%s', FALSE, %d)"
                .formatted(ticket, "a".repeat(64), expiresAt));
  }
}
