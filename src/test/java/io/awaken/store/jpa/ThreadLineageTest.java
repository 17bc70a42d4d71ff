package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.contract.Stores;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadPatch.Change;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.LineageRefused;
import io.awaken.fixture.Databases;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Concurrent changes of parents that would close a cycle. */
class ThreadLineageTest {

  private static final Caller ANN = Caller.ANONYMOUS;

  @Test
  void anUpdateRefusedForAConcurrentOneChangesNothing() {
    for (var fresh : List.of(Databases.h2(), Databases.postgres())) {
      var beforeCommit = new AtomicReference<Runnable>(() -> {});
      Transactions plain = fresh.transactions(JpaStores.ENTITIES);
      try (fresh;
          var others = new JpaStores(plain, fresh.database(), Stores.SETTINGS);
          var stores =
              new JpaStores(
                  new Interposed(plain, beforeCommit), fresh.database(), Stores.SETTINGS)) {
        ThreadStore threads = stores.threads();
        ThreadId one = threads.create(new ThreadId("one"), ANN, "Trip", null, null).id();
        ThreadId other = threads.create(new ThreadId("other"), ANN, null, null, null).id();
        var before = threads.find(one);
        var change =
            new ThreadPatch(
                Change.to("Journey"),
                Change.to("ticket-7"),
                Change.to(other),
                Change.to(Map.of("a", 1)));
        var reverse = new ThreadPatch(Change.keep(), Change.keep(), Change.to(one), Change.keep());

        beforeCommit.set(() -> others.threads().update(other, ANN, reverse));
        assertThatThrownBy(() -> threads.update(one, ANN, change))
            .isInstanceOf(LineageRefused.class);

        assertThat(threads.find(one)).isEqualTo(before);
        assertThat(threads.find(other).orElseThrow().parentThreadId()).isEqualTo(one);
      }
    }
  }

  /** Transactions that run another action before their next commit. */
  private record Interposed(Transactions behind, AtomicReference<Runnable> beforeCommit)
      implements Transactions {

    @Override
    public <T> T call(Function<EntityManager, T> work) {
      return behind.call(
          em -> {
            T result = work.apply(em);
            CompletableFuture.runAsync(beforeCommit.getAndSet(() -> {})).join();
            return result;
          });
    }

    @Override
    public <T> T once(Duration limit, Function<EntityManager, T> work) {
      return behind.once(limit, work);
    }

    @Override
    public boolean active() {
      return behind.active();
    }
  }
}
