package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Claim;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.store.jpa.JpaStores;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The database has no space for the row of a thread, a job or a run when a run is released or ends
 * (failure F46).
 */
class FullTablesTest {

  enum Way {
    RELEASED((stores, claim) -> stores.mailbox().leases().release(claim.fence(), Duration.ZERO)),
    RETRIED((stores, claim) -> stores.mailbox().leases().nack(claim.fence(), "broke off", false)),
    GIVEN_UP((stores, claim) -> stores.mailbox().leases().nack(claim.fence(), "broke off", true)),
    ENDED(
        (stores, claim) ->
            stores
                .runCommit()
                .finish(
                    claim.fence(),
                    OutageBed.step("end"),
                    new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1)));

    private final BiConsumer<JpaStores, Claim> write;

    Way(BiConsumer<JpaStores, Claim> write) {
      this.write = write;
    }
  }

  private static final String ROWS =
      "SELECT concat_ws(' ', t.slot_job, t.slot_token, t.open_run, t.epoch, t.message_count,"
          + " t.commit_id, j.status, j.claim_token, j.attempt_count, j.released_count, r.status,"
          + " (SELECT count(*) FROM awaken_message), (SELECT count(*) FROM awaken_segment))"
          + " FROM awaken_thread t JOIN awaken_job j ON j.thread_key = t.thread_key"
          + " JOIN awaken_run r ON r.thread_id = t.thread_id";

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh direct = unopened.open();
  private final OutageBed bed = new OutageBed(unopened.url());

  @AfterEach
  void close() throws SQLException {
    bed.close();
    direct.close();
  }

  @ParameterizedTest
  @MethodSource("writes")
  @Failures("F46")
  void aRunIsReleasedOrEndsCompletelyOnceThereIsRoom(Way way, String table) {
    Claim claim = bed.claimed("full");
    direct.execute(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
            + " 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$");
    direct.execute(
        "CREATE TRIGGER no_room BEFORE UPDATE ON "
            + table
            + " FOR EACH ROW EXECUTE FUNCTION no_room()");
    String before = direct.text(ROWS);
    try (var log = new CapturedLog(OutageLog.class.getName())) {
      assertThatThrownBy(() -> way.write.accept(bed.stores, claim))
          .isInstanceOf(StoreUnavailable.class);
      assertThat(log.warnings()).singleElement().asString().contains("No space left");
    }
    assertThat(direct.text(ROWS)).isEqualTo(before);

    direct.execute("DROP TRIGGER no_room ON " + table);
    way.write.accept(bed.stores, claim);
    assertThat(direct.text("SELECT slot_job FROM awaken_thread")).isNull();
    assertThat(direct.text("SELECT status FROM awaken_job")).isNotEqualTo("claimed");
  }

  /** Releasing a run does not change it. */
  private static Stream<Arguments> writes() {
    return Arrays.stream(Way.values())
        .flatMap(
            way ->
                Stream.of("awaken_thread", "awaken_job", "awaken_run")
                    .filter(
                        table ->
                            way == Way.GIVEN_UP || way == Way.ENDED || !table.equals("awaken_run"))
                    .map(table -> Arguments.of(way, table)));
  }
}
