package io.awaken.chaos;

import io.awaken.chaos.bed.Bed;
import io.awaken.chaos.bed.InstrumentedArchive;
import io.awaken.chaos.check.Evidence;
import io.awaken.chaos.check.Invariant;
import io.awaken.server.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs the chaos bed.
 *
 * <p>Arguments: the build directory, the archive, the folder with the server's configuration.
 * Properties: {@code rounds}, {@code seed} of the first round (another one each time unless told),
 * {@code nodes} (1 or 2, 2 unless told), {@code directed} ({@code false} leaves the table out,
 * {@code F15,F23} plays these rows of it), {@code quick} ({@code true} passes over rounds that end
 * a node).
 */
public final class Chaos {

  private static final Logger POSTGRES = Logger.getLogger("io.zonky");

  /** How often a row is played until its place is reached. */
  private static final int ATTEMPTS = 3;

  private final Path folder;
  private final Bed bed;
  private int broken;

  private Chaos(Path folder, Bed bed) {
    this.folder = folder;
    this.bed = bed;
  }

  /**
   * Starts here.
   *
   * @param arguments see above
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
    int broken;
    try (Bed bed = Bed.start(at, nodes)) {
      var chaos = new Chaos(folder, bed);
      if (nodes > 1 && !"false".equals(System.getProperty("directed"))) {
        chaos.directed();
      }
      chaos.rounds(nodes);
      broken = chaos.broken;
    }
    System.out.println(broken == 0 ? "No invariant is broken." : broken + " rounds are broken.");
    System.exit(broken == 0 ? 0 : 1);
  }

  private void directed() throws Exception {
    for (Directed row : Directed.named(System.getProperty("directed", ""))) {
      boolean reached = false;
      for (int attempt = 0; !reached && attempt < ATTEMPTS; attempt++) {
        reached = play(row.name(), row.plan(attempt));
      }
      if (!reached) {
        broken++;
        System.out.println("    BROKEN: the place of " + row + " was never reached");
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

  /** Whether everything happened that was planned. */
  private boolean play(String name, Plan plan) throws Exception {
    System.out.printf("%s %s%n", name, plan);
    long begun = System.nanoTime();
    var round = new Round(bed, plan);
    Map<Invariant, List<String>> violations = round.play();
    String unreached = round.unreached().isEmpty() ? "" : ", not reached: " + round.unreached();
    System.out.printf("    %.1f s%s%n", (System.nanoTime() - begun) / 1e9, unreached);
    if (!violations.isEmpty()) {
      broken++;
      violations.forEach(
          (invariant, lines) ->
              lines.forEach(line -> System.out.println("    BROKEN " + invariant + ": " + line)));
      keep(plan, round.evidence(), violations);
    }
    return unreached.isEmpty();
  }

  /** Everything that is known of a broken round, the servers' logs so far and their threads. */
  private void keep(Plan plan, Evidence evidence, Map<Invariant, List<String>> violations)
      throws IOException, InterruptedException {
    Path kept = Files.createDirectories(folder.resolve(String.valueOf(plan.seed())));
    Files.writeString(kept.resolve("history.txt"), HistoryText.of(plan, evidence, violations));
    bed.keep(kept);
    System.out.println("    kept in " + kept);
  }
}
