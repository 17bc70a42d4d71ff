package io.awaken.crash;

import io.awaken.core.run.RunStatus;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.fixture.Databases;
import java.time.Duration;

/**
 * A process that dies of one of its runs each time that it begins it, after others have come to
 * their ends.
 */
final class SuicidalNode {

  /** The run of which processes die. */
  static final String DEADLY = "deadly";

  /** Runs of other threads in each life. */
  static final int OTHERS = 3;

  static final MailboxStore.Settings SETTINGS =
      new MailboxStore.Settings(Duration.ofMinutes(5), 3, "suicidal");

  private SuicidalNode() {}

  /**
   * @param arguments the database's URL, the port of the world, the number of this life
   */
  public static void main(String[] arguments) throws InterruptedException {
    Databases.Fresh database = Databases.open(arguments[0]);
    CrashNode node = node(database, Integer.parseInt(arguments[1]));
    for (int i = 1; i <= OTHERS; i++) {
      String other = other(Integer.parseInt(arguments[2]), i);
      node.submit("one", other);
      while (node.run(other).status() != RunStatus.DONE) {
        Thread.onSpinWait();
      }
    }
    if (node.stores.threads().find(CrashNode.thread(DEADLY)).isEmpty()) {
      node.submit("one", DEADLY);
    }
    node.takeOver(database);
  }

  static String other(int life, int number) {
    return "other-" + life + "-" + number;
  }

  private static CrashNode node(Databases.Fresh database, int port) {
    var world =
        new World(port) {
          @Override
          boolean asked(String thread) throws InterruptedException {
            boolean first = super.asked(thread);
            if (thread.equals(DEADLY)) {
              Runtime.getRuntime().halt(1);
            }
            return first;
          }
        };
    return new CrashNode(
        CrashNode.stores(database, SETTINGS),
        world,
        task -> Thread.ofPlatform().start(task),
        commits -> commits,
        handOver -> handOver);
  }
}
