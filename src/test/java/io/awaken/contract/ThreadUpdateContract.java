package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadPatch.Change;
import io.awaken.core.store.thread.ThreadStore.LineageRefused;
import io.awaken.fixture.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What is said about threads, and how it changes. */
public abstract class ThreadUpdateContract extends StoreContract {

  @Test
  @Rows(159)
  void whatAChangeDoesNotSpeakOfStays() {
    var parent = made(ANN, null);
    var id = newThread();
    var before = stores.threads().create(id, ANN, "Trip", "ticket-7", parent);

    var changed = change(id, title("Journey"));
    assertThat(changed.title()).isEqualTo("Journey");
    assertThat(changed.resourceId()).isEqualTo("ticket-7");
    assertThat(changed.parentThreadId()).isEqualTo(parent);
    assertThat(changed.createdAt()).isEqualTo(before.createdAt());
    assertThat(changed.updatedAt()).isGreaterThanOrEqualTo(before.updatedAt());
    assertThat(stores.threads().find(id)).contains(changed);
  }

  @Test
  void aNewParentComesWithAllElseThatItsChangeSays() {
    var id = made(ANN, null);
    var parent = made(ANN, null);

    var changed =
        change(
            id,
            new ThreadPatch(
                Change.to("Journey"),
                Change.to("ticket-7"),
                Change.to(parent),
                Change.to(Map.of("a", 1))));

    assertThat(changed.title()).isEqualTo("Journey");
    assertThat(changed.resourceId()).isEqualTo("ticket-7");
    assertThat(changed.parentThreadId()).isEqualTo(parent);
    assertThat(changed.custom()).isEqualTo(Map.of("a", 1));
  }

  @Test
  void whatIsNullIsCleared() {
    var id = newThread();
    stores.threads().create(id, ANN, "Trip", "ticket-7", made(ANN, null));
    change(id, custom(Map.of("a", 1)));

    var cleared =
        change(
            id,
            new ThreadPatch(Change.to(null), Change.to(null), Change.to(null), Change.to(null)));

    assertThat(cleared.title()).isNull();
    assertThat(cleared.resourceId()).isNull();
    assertThat(cleared.parentThreadId()).isNull();
    assertThat(cleared.custom()).isEmpty();
    assertThat(stores.threads().find(id)).contains(cleared);
  }

  @Test
  void freeMetadataIsReplacedAsAWholeAndComesBackAsItWas() {
    var id = made(ANN, null);
    change(id, custom(Map.of("old", true)));
    Map<String, Object> values = new HashMap<>();
    values.put("aKey", "text with \"quotes\" and \u00e9");
    values.put("list", List.of(1, "two", Map.of("three", false)));
    values.put("nothing", null);

    assertThat(change(id, custom(values)).custom()).isEqualTo(values);
    assertThat(stores.threads().find(id).orElseThrow().custom()).isEqualTo(values);
  }

  @Test
  void anUnknownThreadAndOneOfSomebodyElseAreNotThere() {
    var anns = made(ANN, null);

    assertThat(stores.threads().update(newThread(), ANN, title("x"))).isEmpty();
    assertThat(stores.threads().update(anns, STRANGER, title("x"))).isEmpty();
    assertThat(stores.threads().update(anns, ANONYMOUS, title("x"))).isEmpty();
    assertThat(stores.threads().update(anns, COLLEAGUE, title("x"))).isEmpty();
  }

  @Test
  void theParentIsAThreadThatTheCallerSees() {
    var id = made(ANONYMOUS, null);
    var anns = made(ANN, null);
    var strangers = made(STRANGER, null);

    assertRefused(id, ANN, newThread(), "thread not found");
    assertRefused(id, ANN, strangers, "thread not found");
    assertRefused(id, ANONYMOUS, anns, "thread not found");
    assertThat(stores.threads().update(id, ANN, parent(anns)).orElseThrow().parentThreadId())
        .isEqualTo(anns);
  }

  @Test
  void aThreadComesNeitherFromItselfNorFromOneThatComesFromIt() {
    var top = made(ANN, null);
    var middle = made(ANN, top);
    var bottom = made(ANN, middle);

    assertRefused(top, ANN, top, "cannot come from itself");
    assertRefused(top, ANN, middle, "itself comes from thread " + top);
    assertRefused(top, ANN, bottom, "itself comes from thread " + top);
    assertThat(stores.threads().find(top).orElseThrow().parentThreadId()).isNull();
    assertThat(change(bottom, parent(top)).parentThreadId()).isEqualTo(top);
  }

  @Test
  void aThreadHasNotMoreThan64ThreadsAboveItsParent() {
    var top = made(ANN, null);
    var parent = top;
    for (int depth = 0; depth < LineageRefused.MAX_DEPTH; depth++) {
      if (depth == LineageRefused.MAX_DEPTH - 1) {
        change(made(ANN, null), parent(parent));
      }
      parent = made(ANN, parent);
    }
    assertRefused(made(ANN, null), ANN, parent, "more than 64 threads");
    var deepest = parent;
    assertThatThrownBy(() -> made(ANN, deepest))
        .isInstanceOf(LineageRefused.class)
        .hasMessageContaining("more than 64 threads");
  }

  @Test
  void aNewThreadComesFromOneThatItsOwnerSees() {
    for (ThreadId parent : List.of(newThread(), made(STRANGER, null))) {
      assertThatThrownBy(() -> made(ANN, parent))
          .isInstanceOf(LineageRefused.class)
          .hasMessageContaining("thread not found");
    }
    var anns = made(ANN, null);
    assertThatThrownBy(() -> made(ANONYMOUS, anns)).isInstanceOf(LineageRefused.class);
  }

  @Test
  void aThreadThatIsDeletedWhileAnotherIsMadeFromItIsTheParentOfNone() throws Exception {
    for (int i = 0; i < 10; i++) {
      var parent = made(ANN, null);
      var turn = new AtomicInteger();
      var made = new AtomicReference<ThreadId>();

      race(
          2,
          () -> {
            try {
              if (turn.getAndIncrement() == 0) {
                stores.threads().delete(parent, ANN, false);
              } else {
                made.set(made(ANN, parent));
              }
            } catch (LineageRefused gone) {
              // It was deleted first.
            }
            return null;
          });

      if (made.get() != null) {
        assertThat(stores.threads().find(made.get()).orElseThrow().parentThreadId()).isNull();
      }
    }
  }

  @Test
  void threadsThatBecomeEachOthersParentsAtOnceMakeNoCycle() throws Exception {
    for (int round = 0; round < 10; round++) {
      var one = made(ANN, null);
      var other = made(ANN, null);
      Queue<ThreadId[]> pairs = new ConcurrentLinkedQueue<>();
      pairs.add(new ThreadId[] {one, other});
      pairs.add(new ThreadId[] {other, one});
      race(
          2,
          () -> {
            var pair = pairs.remove();
            try {
              return stores.threads().update(pair[0], ANN, parent(pair[1])).isPresent();
            } catch (LineageRefused e) {
              return false;
            }
          });
      assertThat(
              stores.threads().find(one).orElseThrow().parentThreadId() != null
                  && stores.threads().find(other).orElseThrow().parentThreadId() != null)
          .isFalse();
    }
  }

  @Test
  void aChangeWhileARunWorksDisturbsNeither() throws Exception {
    var id = newThread();
    var fence = claimed(id).fence();
    Queue<Runnable> both = new ConcurrentLinkedQueue<>();
    var step = step(null, answer(fence, "hello"));
    both.add(() -> stores.runCommit().commit(fence, step));
    both.add(() -> change(id, title("Journey")));
    race(
        2,
        () -> {
          both.remove().run();
          return true;
        });

    var thread = stores.threads().find(id).orElseThrow();
    assertThat(thread.title()).isEqualTo("Journey");
    assertThat(thread.messageCount()).isEqualTo(2);
    stores.runCommit().finish(fence.advanced(step.commitId(), 1, 0), step(null), ANSWERED);
  }

  private ThreadId made(Caller owner, ThreadId parent) {
    return stores.threads().create(newThread(owner), owner, null, null, parent).id();
  }

  private ThreadRecord change(ThreadId id, ThreadPatch patch) {
    return stores.threads().update(id, ANN, patch).orElseThrow();
  }

  private void assertRefused(ThreadId id, Caller by, ThreadId parent, String why) {
    assertThatThrownBy(() -> stores.threads().update(id, by, parent(parent)))
        .isInstanceOf(LineageRefused.class)
        .hasMessageContaining(why);
  }

  private static ThreadPatch title(String title) {
    return new ThreadPatch(Change.to(title), Change.keep(), Change.keep(), Change.keep());
  }

  private static ThreadPatch parent(ThreadId parent) {
    return new ThreadPatch(Change.keep(), Change.keep(), Change.to(parent), Change.keep());
  }

  private static ThreadPatch custom(Map<String, Object> values) {
    return new ThreadPatch(Change.keep(), Change.keep(), Change.keep(), Change.to(values));
  }
}
