package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * However often and wherever a thread is cut, what is read of it is what a list would have whose
 * end is taken off. Each time with another seed.
 */
@Rows(902)
public abstract class SupersedeModelContract extends StoreContract {
  private static final int RUNS = 25;

  private final ThreadId thread = newThread();

  /** Sequence numbers of what is current. */
  private final List<Long> current = new ArrayList<>();

  private long count;
  private Random random;

  @Test
  void whatIsReadIsWhatWasNotTakenOff() {
    long seed = System.nanoTime();
    System.out.println("seed of the cuts: " + seed);
    random = new Random(seed);
    for (int i = 0; i < RUNS; i++) {
      move();
      assertPages();
      assertWindows();
    }
  }

  private void move() {
    var input = List.of(Message.user("m" + (count + 1), "x".repeat(100)));
    var id = fresh("id");
    var submission =
        new Submission(
            new RunId(id), thread, new JobId(id), "helper", ANN, null, input, newToken());
    if (!current.isEmpty() && random.nextInt(3) > 0) {
      int back = Math.min(current.size() - 1, (int) Math.abs(random.nextGaussian() * 4));
      int at = current.size() - 1 - back;
      submission = submission.asking(spec -> spec.superseding("m" + current.get(at)));
      current.subList(at, current.size()).clear();
    }
    var result = stores.mailbox().submit(submission);
    assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
    var fence = ((SubmitResult.Claimed) result).claim().fence();
    append(1);
    int more = random.nextInt(4);
    var said =
        IntStream.rangeClosed(1, more)
            .mapToObj(i -> Message.user("m" + (count + i), "y".repeat(100)))
            .toArray(Message[]::new);
    append(more);
    stores.runCommit().finish(fence, step(null, said), ANSWERED);
  }

  private void append(int more) {
    LongStream.rangeClosed(count + 1, count + more).forEach(current::add);
    count += more;
  }

  private void assertPages() {
    long after = random.nextLong(count + 1);
    int limit = 1 + random.nextInt(6);
    var filter = new Filter(MessageQuery.Shown.ALL, null, after, count + 1);
    var page = stores.threads().messages(new MessageQuery(thread, filter, false, null, 0, limit));
    List<Long> behind = current.stream().filter(seq -> seq > after).toList();
    assertThat(page.total()).isEqualTo(behind.size());
    assertThat(page.items())
        .extracting(StoredMessage::sequence)
        .isEqualTo(behind.subList(0, Math.min(limit, behind.size())));

    var all =
        stores
            .threads()
            .messages(new MessageQuery(thread, Filter.ALL.withSuperseded(), true, null, 0, 1_000));
    assertThat(all.items()).hasSize((int) count);
    assertThat(all.items().reversed().stream().filter(each -> !each.superseded()))
        .extracting(StoredMessage::sequence)
        .isEqualTo(current);
  }

  private void assertWindows() {
    for (int messages : List.of(1, 2, 3, 5, 8, 1_000)) {
      for (long after : List.of(0L, random.nextLong(count + 2))) {
        List<Long> behind = current.stream().filter(seq -> seq > after).toList();
        int from = Math.max(0, behind.size() - messages);
        var window = stores.threads().window(thread, after, new WindowLimits(1 << 20, messages));
        assertThat(window.newest())
            .extracting(Message::id)
            .isEqualTo(behind.subList(from, behind.size()).stream().map(seq -> "m" + seq).toList());
        assertThat(window.leftOut()).as("behind %d of %s", after, current).isEqualTo(from);
        assertThat(window.superseded()).isEqualTo(count - current.size());
        if (after <= count) {
          assertThat(window.supersededUpTo(after, count))
              .isEqualTo(after - (current.size() - behind.size()));
        }
      }
    }
  }
}
