package io.awaken.crash;

import io.awaken.core.loop.activation.HandOver;
import io.awaken.crash.Cut.Meanwhile;
import io.awaken.fixture.Databases;
import java.time.Duration;
import java.util.Optional;

/** The process that is killed: a run for each boundary, which stands there until then. */
final class DoomedNode {

  private final World world;
  private StandingCommit commits;

  private DoomedNode(World world) {
    this.world = world;
  }

  /**
   * @param arguments the database's URL, the port of the world
   */
  public static void main(String[] arguments) throws InterruptedException {
    var world = new World(Integer.parseInt(arguments[1]));
    new DoomedNode(world).live(Databases.open(arguments[0]));
  }

  private void live(Databases.Fresh database) throws InterruptedException {
    var node =
        new CrashNode(
            CrashNode.stores(database, CrashNode.SETTINGS),
            world,
            task -> Thread.ofVirtual().start(task),
            behind -> {
              commits = new StandingCommit(behind, world);
              return commits;
            },
            this::standing);
    for (Boundary boundary : Boundary.values()) {
      node.submit(boundary.cut.agent(), boundary.name());
    }
    // Those that nobody may claim come last.
    for (Meanwhile what : Meanwhile.values()) {
      for (Boundary boundary : Boundary.values()) {
        if (boundary.cut.meanwhile() == what) {
          meanwhile(node, boundary);
        }
      }
    }
  }

  private HandOver standing(HandOver behind) {
    return (fence, wait) -> {
      Optional<Duration> due = behind.release(fence, wait);
      String thread = fence.threadId().value();
      if (Boundary.valueOf(thread).cut.held().contains(Cut.GIVEN_BACK)) {
        stand(thread);
      }
      return due;
    };
  }

  private void stand(String thread) {
    try {
      world.stand(thread);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void meanwhile(CrashNode node, Boundary boundary) throws InterruptedException {
    switch (boundary.cut.meanwhile()) {
      case NOTHING -> {
        // It comes to its boundary by itself.
      }
      case APPROVED_AND_GOES_ON -> {
        commits.await(boundary, Write.PARK);
        node.approve(boundary.name());
        node.starter.claimDue();
      }
      case APPROVED -> {
        commits.await(boundary, Write.PARK);
        node.approve(boundary.name());
        standing(boundary);
      }
      case APPROVED_AT_WORK -> {
        commits.await(boundary, Write.ANSWER);
        node.approve(boundary.name());
        standing(boundary);
      }
      case CANCELLED -> {
        commits.await(boundary, Write.ANSWER);
        node.cancel(boundary.name());
        standing(boundary);
      }
    }
  }

  /** It is done; the process lives on until it is killed. */
  private void standing(Boundary boundary) {
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                world.stand(boundary.name());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
