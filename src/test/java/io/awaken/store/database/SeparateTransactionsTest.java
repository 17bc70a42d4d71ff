package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.awaken.core.store.StoreUnavailable;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.store.database.Outage.ReachedDataSource;
import io.awaken.store.database.Transactions.TransactionFailed;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which failures count as an unavailable database. */
class SeparateTransactionsTest {
  private static Databases.Fresh fresh;
  private static Transactions transactions;

  private final AtomicLong nanos = new AtomicLong();
  private final SeparateTransactions own =
      new SeparateTransactions(transactions, DatabaseProduct.H2, nanos::get);

  @BeforeAll
  static void open() {
    fresh = Databases.h2();
    fresh.execute(Note.DDL);
    transactions = fresh.transactions(List.of(Note.class));
  }

  @AfterAll
  static void close() {
    fresh.close();
  }

  @ParameterizedTest
  @CsvSource({
    "08001,0,true,cannot connect",
    "08006,0,true,connection lost",
    "53100,0,true,disk full",
    "53300,0,true,too many connections",
    "57014,0,true,statement ran too long",
    "57P01,0,true,backend terminated",
    "57P03,0,true,starting up",
    "58030,0,true,input or output error",
    "25006,0,true,standby",
    "25P03,0,true,a transaction idled for too long",
    "25P04,0,true,a transaction lasted for too long",
    "55P03,0,true,a lock was not had in time",
    "90031,90031,true,H2 cannot write",
    "90121,90121,true,H2 is closed",
    ",0,false,no state",
    "23505,0,false,unique key",
    "23502,0,false,not null",
    "22001,0,false,value too long",
    "40001,0,false,lost against another",
    "42P01,0,false,no such table",
    "42501,0,false,not allowed",
    "0A000,0,false,not supported"
  })
  void onlyRetryableFailuresAreUnavailable(
      String state, int code, boolean unavailable, String what) {
    var failure = new IllegalStateException(new SQLException(what, state, code));
    Throwable thrown = catchThrowable(() -> own.run(em -> fail(failure)));
    if (unavailable) {
      assertThat(thrown).isInstanceOf(StoreUnavailable.class).hasCause(failure);
      assertThat(thrown.getMessage()).doesNotContain(what);
    } else {
      assertThat(thrown).isSameAs(failure);
    }
  }

  @Test
  void anOutageNotifiesTheOwnerOfCachedRows() {
    var away = new AtomicInteger();
    own.whenAway(away::incrementAndGet);
    catchThrowable(() -> own.run(em -> fail(new IllegalArgumentException("mistake"))));
    assertThat(away).hasValue(0);

    catchThrowable(
        () -> own.run(em -> fail(new IllegalStateException(new SQLException("gone", "08006")))));
    catchThrowable(
        () -> own.run(em -> fail(TransactionFailed.unknown(new SQLException("gone", "08006")))));
    assertThat(away).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"55P03", "25P03", "25P04"})
  void aLockTimeoutIsUnavailableButNoOutage(String state) {
    var away = new AtomicInteger();
    own.whenAway(away::incrementAndGet);
    var held = new IllegalStateException(new SQLException("lock timeout", state));
    try (var log = new CapturedLog(OutageLog.class.getName())) {
      assertThatThrownBy(() -> own.run(em -> fail(held))).isInstanceOf(StoreUnavailable.class);
      nanos.addAndGet(Duration.ofSeconds(6).toNanos());
      own.run(em -> {});

      assertThat(away).hasValue(0);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("lock timeout", "503")
          .doesNotContain("cannot be used");
      var gone = new SQLException("gone", "08006", held);
      assertThatThrownBy(() -> own.run(em -> fail(new IllegalStateException(gone))))
          .isInstanceOf(StoreUnavailable.class);
      assertThat(away).hasValue(1);
    }
  }

  @Test
  @Failures("F46")
  void aFullDatabaseIsTreatedAsFullForAWhile() {
    assertThat(own.hasRoom()).isTrue();
    catchThrowable(
        () -> own.run(em -> fail(new IllegalStateException(new SQLException("gone", "08006")))));
    assertThat(own.hasRoom()).isTrue();

    var full = new IllegalStateException(new SQLException("No space left on device", "53100"));
    catchThrowable(() -> own.run(em -> fail(full)));
    own.run(em -> em.createNativeQuery("SELECT 1").getResultList());
    assertThat(own.hasRoom()).isFalse();
    nanos.addAndGet(Duration.ofSeconds(14).toNanos());
    assertThat(own.hasRoom()).isFalse();
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(own.hasRoom()).isTrue();
  }

  @Test
  void aProgrammingErrorIsNotAnOutage() {
    var mistake = new IllegalArgumentException("mistake");
    assertThatThrownBy(() -> own.run(em -> fail(mistake))).isSameAs(mistake);
    assertThatThrownBy(() -> own.run(em -> em.createNativeQuery("SELEKT 1").getResultList()))
        .isNotInstanceOf(StoreUnavailable.class);
    own.run(em -> em.persist(new Note(7, "once")));
    assertThatThrownBy(() -> own.run(em -> em.persist(new Note(7, "twice"))))
        .isNotInstanceOf(StoreUnavailable.class);
  }

  @Test
  void aPoolWithoutConnectionsIsUnavailableWhateverItThrows() throws SQLException {
    var nowhere = new JdbcDataSource();
    nowhere.setURL("jdbc:h2:tcp://127.0.0.1:1/none");
    assertThatThrownBy(() -> ReachedDataSource.of(nowhere, one -> one).getConnection())
        .isInstanceOf(SQLTransientConnectionException.class)
        .hasCauseInstanceOf(SQLException.class);
    assertThat(ReachedDataSource.of(nowhere, one -> one).getLoginTimeout()).isZero();
  }

  @Test
  void anUnconfirmedCommitIsUnavailableWhenItCannotBeChecked() {
    var unknown = TransactionFailed.unknown(new SQLException("reset", "08006"));
    assertThat(unknown).hasCauseInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> own.run(em -> fail(unknown))).isSameAs(unknown);
  }

  @Test
  void anOutageAndItsEndAreLoggedOnce() {
    var away = new IllegalStateException(new SQLException("connection refused", "08001"));
    try (var log = new CapturedLog(OutageLog.class.getName())) {
      for (int i = 0; i < 100; i++) {
        assertThatThrownBy(() -> own.run(em -> fail(away))).isInstanceOf(StoreUnavailable.class);
      }
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("connection refused", "503", "continue from their last commits");
      // A success in between does not start a second outage.
      own.run(em -> {});
      assertThatThrownBy(() -> own.run(em -> fail(away))).isInstanceOf(StoreUnavailable.class);
      assertThat(log.warnings()).hasSize(1);

      nanos.addAndGet(Duration.ofSeconds(6).toNanos());
      own.run(em -> {});
      assertThatThrownBy(() -> own.run(em -> fail(away))).isInstanceOf(StoreUnavailable.class);
      assertThat(log.warnings()).hasSize(2);
    }
  }

  private static void fail(RuntimeException failure) {
    throw failure;
  }
}
