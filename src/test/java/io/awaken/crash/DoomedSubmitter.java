package io.awaken.crash;

import static io.awaken.crash.Moment.AFTER_IT_WAS_HANDED_OVER;
import static io.awaken.crash.Moment.BEFORE_ITS_ANSWER;
import static io.awaken.crash.Moment.BEFORE_ITS_BEGINNING;
import static io.awaken.crash.Moment.BEFORE_ITS_COMMIT;
import static io.awaken.crash.Moment.BEFORE_IT_IS_HANDED_OVER;
import static io.awaken.crash.Moment.IN_A_TOOL_OF_A_NODE_THAT_DRAINS;
import static io.awaken.crash.Moment.WHILE_IT_IS_QUEUED;

import io.awaken.core.loop.activation.HandOver;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Fence;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Databases;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.WatchedCommits;
import io.awaken.runtime.UuidIds;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import io.awaken.store.jpa.JpaStores;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The process that is killed: at each {@link Moment} one of its runs stands still until then. It
 * takes on runs first, and drains in the end.
 */
final class DoomedSubmitter {

  private static final Duration LONG = Duration.ofHours(1);

  private final ThreadLocal<Moment> submitting = new ThreadLocal<>();
  private final CountDownLatch drains = new CountDownLatch(1);

  /** Two runs that are about to write their results, and one whose tool works. */
  private final CountDownLatch readyToDrain = new CountDownLatch(3);

  private final World world;
  private final CrashNode node;

  private DoomedSubmitter(Databases.Fresh database, int port) {
    world =
        new World(port) {
          @Override
          String call(String thread, String tool, String key) throws InterruptedException {
            if (Moment.valueOf(thread) == IN_A_TOOL_OF_A_NODE_THAT_DRAINS) {
              readyToDrain.countDown();
            }
            return super.call(thread, tool, key);
          }
        };
    node = new CrashNode(stores(database), world, this::begin, Results::new, this::standing);
  }

  /**
   * @param arguments the database's URL, the port of the world
   */
  public static void main(String[] arguments) throws InterruptedException {
    Databases.Fresh database = Databases.open(arguments[0]);
    new DoomedSubmitter(database, Integer.parseInt(arguments[1])).live();
  }

  private JpaStores stores(Databases.Fresh database) {
    var commits =
        WatchedCommits.of(
            database.dataSource(),
            () -> standIf(BEFORE_ITS_COMMIT),
            () -> standIf(BEFORE_ITS_ANSWER));
    return new JpaStores(
        new LocalTransactions(EntityManagers.local(commits, JpaStores.ENTITIES)),
        new Database(database.dataSource(), database.database().product()),
        CrashNode.SETTINGS);
  }

  static RunRequest request(Moment moment) {
    var key = new IdempotencyKey("POST /v1/runs", moment.name(), "a".repeat(64));
    RunRequest request = CrashContent.request(CrashContent.AGENT, moment.name()).once(key);
    return moment == WHILE_IT_IS_QUEUED
        ? request.as(SubmitMode.QUEUE).by(Delivery.USUAL.after(LONG))
        : request;
  }

  private void live() throws InterruptedException {
    for (Moment moment : Moment.values()) {
      Thread.ofPlatform().start(() -> submit(moment));
    }
    readyToDrain.await();
    Thread.ofPlatform().start(() -> node.mailbox.drain(LONG, LONG));
    while (!node.mailbox.draining()) {
      Thread.onSpinWait();
    }
    drains.countDown();
  }

  private void submit(Moment moment) {
    submitting.set(moment);
    if (moment == BEFORE_ITS_BEGINNING) {
      var queued = request(moment).as(SubmitMode.QUEUE).submission(null, new UuidIds(), null);
      node.stores.mailbox().submits().submit(queued.separated(LargeMedia.INLINE));
      node.starter.claimDue();
    } else {
      node.service.submit(request(moment));
      standIf(WHILE_IT_IS_QUEUED);
    }
  }

  /** Runs that were claimed; on the thread that claimed them. */
  private void begin(Runnable task) {
    standIf(BEFORE_ITS_BEGINNING);
    Thread.ofVirtual().start(task);
  }

  private HandOver standing(HandOver behind) {
    return (fence, wait) -> {
      standIf(BEFORE_IT_IS_HANDED_OVER, fence);
      Optional<Duration> released = behind.release(fence, wait);
      standIf(AFTER_IT_WAS_HANDED_OVER, fence);
      return released;
    };
  }

  private void standIf(Moment moment, Fence fence) {
    if (fence.threadId().value().equals(moment.name())) {
      stand(moment);
    }
  }

  private void standIf(Moment moment) {
    if (submitting.get() == moment) {
      stand(moment);
    }
  }

  private void stand(Moment moment) {
    try {
      world.stand(moment.name());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Results that are written only when the node drains. */
  private final class Results extends ForwardingCommit {

    Results(RunCommit behind) {
      super(behind);
    }

    @Override
    public Fence commit(Fence fence, StepCommit step) {
      if (Write.of(step).contains(Write.RESULT)) {
        readyToDrain.countDown();
        try {
          drains.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return super.commit(fence, step);
    }
  }
}
