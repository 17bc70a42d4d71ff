package io.awaken.chaos;

import io.awaken.chaos.bed.Bed;
import io.awaken.chaos.bed.InstrumentedArchive;
import io.awaken.chaos.check.Evidence;
import io.awaken.chaos.check.Invariant;
import io.awaken.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs the chaos bed and exits with status 1 if a round failed.
 *
 * <p>Arguments: the build directory, the archive, the folder with the server's configuration.
 * Properties: {@code rounds} (default 20), {@code seed} of the first round (default random), {@code
 * nodes} (1 or 2, default 2), {@code directed} ({@code false} skips the rows of {@link Directed},
 * {@code F15,F23} plays only these), {@code quick} ({@code true} skips rounds that stop a node).
 */
public final class Chaos {

  private static final Logger POSTGRES = Logger.getLogger("io.zonky");

  /** How many times a row is played until its faults have happened. */
  private static final int ATTEMPTS = 3;

  private final Path folder;
  private final Bed bed;
  private int failedRounds;

  private Chaos(Path folder, Bed bed) {
    this.folder = folder;
    this.bed = bed;
  }

  /**
   * Plays all rounds.
   *
   * @param arguments the build directory, the archive, the configuration folder
   */
  public static void main(String[] arguments) throws Exception {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
    POSTGRES.setLevel(Level.OFF);
    Path build = Path.of(arguments[0]).toAbsolutePath();
    Path folder = Files.createDirectories(build.resolve("chaos"));
    Path work = Files.createTempDirectory(folder, "bed-");
    var at =
        new Installation(
            build.resolve("payara-micro.jar"),
            InstrumentedArchive.of(Path.of(arguments[1]).toAbsolutePath(), work),
            Path.of(arguments[2]).toAbsolutePath(),
            work);
    int nodes = Integer.getInteger("nodes", 2);
    int failedRounds;
    try (Bed bed = Bed.start(at, nodes)) {
      var chaos = new Chaos(folder, bed);
      if (nodes > 1 && !"false".equals(System.getProperty("directed"))) {
        chaos.directed();
      }
      chaos.rounds(nodes);
      failedRounds = chaos.failedRounds;
    }
    System.out.println(
        failedRounds == 0 ? "No invariant was violated." : failedRounds + " rounds failed.");
    System.exit(failedRounds == 0 ? 0 : 1);
  }

  private void directed() throws Exception {
    for (Directed row : Directed.named(System.getProperty("directed", ""))) {
      boolean reached = false;
      for (int attempt = 0; !reached && attempt < ATTEMPTS; attempt++) {
        reached = play(row.name(), row.plan(attempt));
      }
      if (!reached) {
        failedRounds++;
        System.out.println("    BROKEN: a failpoint of " + row + " was not reached");
      }
    }
  }

  private void rounds(int nodes) throws Exception {
    int rounds = Integer.getInteger("rounds", 20);
    String given = System.getProperty("seed", "");
    long seed = given.isBlank() ? new Random().nextInt(Integer.MAX_VALUE) : Long.parseLong(given);
    boolean quick = Boolean.getBoolean("quick");
    for (int round = 1; round <= rounds; seed++) {
      Plan plan = Plan.of(seed, nodes);
      if (!quick || !plan.stopsNodes()) {
        play(round + "/" + rounds, plan);
        round++;
      }
    }
  }

  /** Plays a round and returns whether all its failpoints were reached. */
  private boolean play(String name, Plan plan) throws Exception {
    System.out.printf("%s %s%n", name, plan);
    long started = System.nanoTime();
    var round = new Round(bed, plan);
    Map<Invariant, List<String>> violations = round.play();
    String unreached = round.unreached().isEmpty() ? "" : ", not reached: " + round.unreached();
    System.out.printf("    %.1f s%s%n", (System.nanoTime() - started) / 1e9, unreached);
    if (!violations.isEmpty()) {
      failedRounds++;
      violations.forEach(
          (invariant, lines) ->
              lines.forEach(line -> System.out.println("    BROKEN " + invariant + ": " + line)));
      save(plan, round.evidence(), violations);
    }
    return unreached.isEmpty();
  }

  /** Saves the history of a failed round, the servers' logs and their thread dumps. */
  private void save(Plan plan, Evidence evidence, Map<Invariant, List<String>> violations)
      throws IOException, InterruptedException {
    Path saved = Files.createDirectories(folder.resolve(String.valueOf(plan.seed())));
    Files.writeString(saved.resolve("history.txt"), HistoryText.of(plan, evidence, violations));
    bed.saveDiagnostics(saved);
    System.out.println("    saved in " + saved);
  }
}
