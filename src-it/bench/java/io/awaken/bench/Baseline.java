package io.awaken.bench;

import io.awaken.launch.BuiltServers;
import io.awaken.launch.Installation;
import io.awaken.launch.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An earlier version that is measured beside this one, with the archive, Payara Micro and
 * configuration of a checkout that has been built.
 *
 * @param version the abbreviated commit, or the folder's name outside a Git repository
 * @param checkout the folder
 * @param archive the application
 */
record Baseline(String version, Path checkout, Path archive) {

  private static final int DIGITS = 8;

  /**
   * Finds the version that property {@code bench.baseline} names.
   *
   * @param folder the checkout; blank for no earlier version
   * @param archive the name of the archive in its build directory
   * @throws IllegalArgumentException if it has not been built
   */
  static Optional<Baseline> in(String folder, Path archive) throws IOException {
    if (folder.isBlank()) {
      return Optional.empty();
    }
    Path checkout = Path.of(folder.strip()).toAbsolutePath().normalize();
    var baseline =
        new Baseline(
            commit(checkout), checkout, checkout.resolve("target").resolve(archive.getFileName()));
    if (!Files.isRegularFile(baseline.archive())) {
      throw new IllegalArgumentException("bench.baseline is not built: no " + baseline.archive());
    }
    return Optional.of(baseline);
  }

  /** Its name in the report. */
  String label() {
    return ServerKind.PAYARA.label() + ", " + version;
  }

  /**
   * Returns the files to start it from.
   *
   * @param work the folder for its domain and log; must exist
   */
  Installation installation(Path work) {
    // Never on WildFly: earlier versions have no configuration for it.
    return new BuiltServers(checkout.resolve("target"), null, checkout.resolve("server-config"))
        .installation(ServerKind.PAYARA, archive, work);
  }

  private static String commit(Path checkout) throws IOException {
    var git = new ProcessBuilder("git", "-C", checkout.toString(), "rev-parse", "HEAD");
    git.redirectError(ProcessBuilder.Redirect.DISCARD);
    String commit = read(git);
    return commit.length() < DIGITS
        ? checkout.getFileName().toString()
        : commit.substring(0, DIGITS);
  }

  private static String read(ProcessBuilder command) {
    try {
      return new String(command.start().getInputStream().readAllBytes()).strip();
    } catch (IOException noGit) {
      return "";
    }
  }
}
