package io.awaken.crash;

import io.awaken.core.run.RunStatus;
import io.awaken.fixture.Databases;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that is killed at any moment: goes on with what others have left, brings runs of its
 * own, and approves what they ask.
 */
final class RestlessNode {

  /** Runs of each agent. */
  static final int RUNS = 2;

  private RestlessNode() {}

  /**
   * @param arguments the database's URL, the port of the world, the number of this life
   */
  public static void main(String[] arguments) throws InterruptedException {
    var world = new World(Integer.parseInt(arguments[1]));
    Databases.Fresh database = Databases.open(arguments[0]);
    var node = new CrashNode(database, world, task -> Thread.ofVirtual().start(task));
    node.takeOver(database);
    List<String> threads = submit(node, world, arguments[2]);
    while (true) {
      for (String thread : threads) {
        if (node.run(thread).status() == RunStatus.WAITING) {
          node.approve(thread);
        }
      }
      node.starter.claimDue();
    }
  }

  private static List<String> submit(CrashNode node, World world, String life)
      throws InterruptedException {
    var threads = new ArrayList<String>();
    for (int i = 0; i < RUNS; i++) {
      for (String agent : CrashAgents.CALLS.keySet()) {
        String thread = agent + "-" + life + "-" + i;
        node.submit(agent, thread);
        world.accepted(thread);
        threads.add(thread);
      }
    }
    return threads;
  }
}
