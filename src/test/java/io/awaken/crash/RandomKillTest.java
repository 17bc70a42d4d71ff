package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.CallState;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Nodes that are killed one after the other, each at any moment of its work; afterwards the
 * invariants of durable runs hold for all of them. The moments follow from a seed, as far as the
 * machine lets them; a failure tells it, and {@code -Dawaken.crash.seed} sets it. More lives than
 * those of a build, by {@code -Dawaken.crash.lives}, find more.
 */
@Failures({"F06", "F07", "F08"})
@Nightly("processes are killed at random moments")
class RandomKillTest {

  private static final int LIVES = Integer.getInteger("awaken.crash.lives", 2);

  /** Fewer than the calls that the runs of one life make. */
  private static final int CALLS = 20;

  private static final int ROUNDS = 6;

  private final long seed = Long.getLong("awaken.crash.seed", System.nanoTime());

  @Test
  void whateverTheMomentNoRunIsLostAndNoToolWorksTwice() throws Exception {
    Databases.Unopened shared = Databases.unopenedPostgres();
    try (var world = WorldServer.open()) {
      var random = new Random(seed);
      for (int life = 1; life <= LIVES; life++) {
        live(shared.url(), world, life, 1 + random.nextInt(CALLS));
      }
      world.goOn();
      try (var database = shared.open();
          var node = successor(database, world)) {
        bringAllToTheirEnds(node, database, world);
        for (String thread : world.accepted()) {
          check(new EndedRun(node, database, thread), world);
        }
      }
    }
  }

  private static void live(String url, WorldServer world, int life, int calls) throws Exception {
    CompletableFuture<?> enough = world.afterCalls(calls);
    try (var process = DoomedProcess.start(RestlessNode.class, url, world.port(), life)) {
      CompletableFuture.anyOf(enough, process.end()).get(2, TimeUnit.MINUTES);
      assertThat(enough).isDone();
      process.kill();
    }
  }

  private static CrashNode successor(Databases.Fresh database, WorldServer world) {
    return new CrashNode(database, new World(world.port()), Runnable::run);
  }

  private static void bringAllToTheirEnds(
      CrashNode node, Databases.Fresh database, WorldServer world) {
    for (int round = 0; round < ROUNDS; round++) {
      node.takeOver(database);
      for (String thread : world.accepted()) {
        if (node.run(thread).status() == RunStatus.WAITING) {
          node.approve(thread);
        }
      }
    }
  }

  private void check(EndedRun run, WorldServer world) {
    String about = run.thread() + " of seed " + seed;
    List<String> tools = CrashAgents.CALLS.get(run.thread().split("-")[0]);
    assertThat(run.record().status()).as(about).isEqualTo(RunStatus.DONE);
    assertThat(run.record().termination())
        .as(about)
        .isInstanceOf(TerminationReason.NaturalEnd.class);
    assertThat(world.asked(run.thread())).as(about).isBetween(2, 2 + LIVES);
    for (String tool : tools) {
      // Somebody says what a call did that must not be repeated, and may say so of one not begun.
      int atLeast = tool.equals(WorldServer.KEYLESS) ? 0 : 1;
      assertThat(world.effects(run.thread(), tool)).as(about).isBetween(atLeast, 1);
    }
    assertThat(run.history())
        .as(about)
        .extracting(Message::role)
        .containsExactlyElementsOf(roles(tools));
    assertThat(run.calls())
        .as(about)
        .hasSameSizeAs(tools)
        .extracting(CallState::status)
        .allMatch(status -> status.terminal());
    assertThat(run.told()).as(about).filteredOn(told -> told.equals("begins")).hasSize(1);
    assertThat(run.told())
        .as(about)
        .filteredOn(told -> told.endsWith("succeeded"))
        .hasSameSizeAs(tools);
    run.assertThatItsEventsAreWhole();
    run.assertThatNothingIsLeftToDo();
  }

  private static List<Role> roles(List<String> tools) {
    var roles = new ArrayList<Role>(List.of(Role.USER, Role.ASSISTANT));
    roles.addAll(Collections.nCopies(tools.size(), Role.TOOL));
    roles.add(Role.ASSISTANT);
    return roles;
  }
}
