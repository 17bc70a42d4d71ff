package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.store.database.Transactions.TransactionFailed;
import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class TransactionsContract {
  private final Databases.Fresh fresh = create();
  private final Transactions transactions = fresh.transactions(List.of(Note.class));

  abstract Databases.Fresh create();

  @BeforeEach
  void table() {
    fresh.execute(Note.DDL);
  }

  @AfterEach
  void drop() {
    fresh.close();
  }

  private long rows() {
    return fresh.number("SELECT COUNT(*) FROM note");
  }

  @Test
  void theWorksRowsAreCommittedWhenItReturns() {
    String result =
        transactions.call(
            em -> {
              em.persist(new Note(1, "kept"));
              return "result";
            });
    assertThat(result).isEqualTo("result");
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void anyExceptionRollsBackAndIsRethrownUnchanged() {
    var thrown = new AssertionError("mine");
    assertThatThrownBy(
            () ->
                transactions.run(
                    em -> {
                      em.persist(new Note(1, "lost"));
                      em.flush();
                      throw thrown;
                    }))
        .isSameAs(thrown);
    assertThat(rows()).isZero();
  }

  @Test
  void anInnerCallJoinsAndSharesTheEntityManager() {
    transactions.run(
        outer -> {
          outer.persist(new Note(1, "outer"));
          transactions.run(
              inner -> {
                assertThat(inner).isSameAs(outer);
                assertThat(inner.find(Note.class, 1L).text()).isEqualTo("outer");
              });
          assertThat(rows()).isZero();
        });
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void separateWorkRefusesToJoinAndLeavesTheOtherTransactionUnchanged() {
    var own = new SeparateTransactions(transactions, DatabaseProduct.H2);
    transactions.run(
        outer -> {
          outer.persist(new Note(1, "outer"));
          assertThatThrownBy(() -> own.run(inner -> inner.persist(new Note(2, "inner"))))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("is in a transaction that is not the store's");
        });
    assertThat(rows()).isEqualTo(1);
    own.run(em -> em.persist(new Note(2, "own")));
    assertThat(rows()).isEqualTo(2);
  }

  @Test
  void aFailedInnerCallRollsBackTheOuterOne() {
    assertThatThrownBy(
            () ->
                transactions.run(
                    outer -> {
                      outer.persist(new Note(1, "lost"));
                      try {
                        transactions.run(
                            inner -> {
                              throw new IllegalStateException("inner");
                            });
                      } catch (IllegalStateException swallowed) {
                        outer.persist(new Note(2, "lost"));
                      }
                    }))
        .isInstanceOfSatisfying(
            TransactionFailed.class, e -> assertThat(e.outcomeUnknown()).isFalse());
    assertThat(rows()).isZero();
  }

  @Test
  @Failures("F21")
  void aTransactionThatLosesAConflictIsRepeated() {
    AtomicInteger attempts = new AtomicInteger();
    transactions.run(
        em -> {
          em.persist(new Note(1, "once"));
          if (attempts.incrementAndGet() <= 3) {
            throw new IllegalStateException(new SQLException("deadlock", "40P01"));
          }
        });
    assertThat(attempts).hasValue(4);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void otherFailuresAreNotRepeated() {
    AtomicInteger attempts = new AtomicInteger();
    transactions.run(em -> em.persist(new Note(1, "first")));
    assertThatThrownBy(
            () ->
                transactions.run(
                    em -> {
                      attempts.incrementAndGet();
                      em.persist(new Note(1, "again"));
                    }))
        .isInstanceOf(RuntimeException.class);
    assertThat(attempts).hasValue(1);
  }

  @Test
  @Failures("F21")
  void twoDeadlockedTransactionsBothSucceed() throws Exception {
    transactions.run(
        em -> {
          em.persist(new Note(1, "a"));
          em.persist(new Note(2, "b"));
        });
    CountDownLatch bothHoldOne = new CountDownLatch(2);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var there = threads.submit(() -> crosswise(bothHoldOne, 1, 2));
      var back = threads.submit(() -> crosswise(bothHoldOne, 2, 1));
      there.get();
      back.get();
    }
    assertThat(fresh.number("SELECT SUM(LENGTH(text)) FROM note")).isEqualTo(6);
  }

  private void crosswise(CountDownLatch bothHoldOne, long first, long second) {
    transactions.run(
        em -> {
          append(em, first);
          bothHoldOne.countDown();
          await(bothHoldOne);
          append(em, second);
        });
  }

  private static void append(EntityManager em, long id) {
    em.createNativeQuery("UPDATE note SET text = text || 'x' WHERE id = :id")
        .setParameter("id", id)
        .executeUpdate();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void concurrentRollbacksLeaveExactlyTheCommittedRows() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = IntStream.range(0, 100).mapToObj(n -> threads.submit(() -> half(n))).toList();
      for (var one : all) {
        one.get();
      }
    }
    assertThat(rows()).isEqualTo(50);
    assertThat(fresh.number("SELECT COUNT(*) FROM note WHERE MOD(id, 2) = 1")).isZero();
  }

  private void half(int n) {
    try {
      transactions.run(
          em -> {
            em.persist(new Note(n, "half"));
            em.flush();
            if (n % 2 == 1) {
              throw new IllegalStateException("odd");
            }
          });
    } catch (IllegalStateException expected) {
      assertThat(n % 2).isOne();
    }
  }

  @Test
  void workRunOnceIsCommittedAndOthersMayJoin() {
    String result =
        transactions.once(
            Duration.ofMinutes(1),
            em -> {
              transactions.run(inner -> assertThat(inner).isSameAs(em));
              em.persist(new Note(1, "kept"));
              return "result";
            });
    assertThat(result).isEqualTo("result");
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void workRunOnceIsNotRepeatedAfterAConflict() {
    var attempts = new AtomicInteger();
    var lost = new IllegalStateException(new SQLException("deadlock", "40001"));
    assertThatThrownBy(
            () ->
                transactions.once(
                    Duration.ofMinutes(1),
                    em -> {
                      attempts.incrementAndGet();
                      throw lost;
                    }))
        .isSameAs(lost);
    assertThat(attempts).hasValue(1);
  }

  @Test
  void workRunOnceDoesNotJoin() {
    transactions.run(
        outer ->
            assertThatThrownBy(() -> transactions.once(Duration.ofMinutes(1), em -> "joined"))
                .isInstanceOf(IllegalStateException.class));
  }
}
