package io.awaken.bench;

import io.awaken.server.launch.BuiltServers;
import io.awaken.server.launch.Installation;
import io.awaken.server.launch.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An earlier version that is measured beside this one: its archive on its Payara Micro with its
 * configuration, from a checkout that has been built.
 *
 * @param version the commit of the checkout; the name of its folder where Git knows none
 * @param checkout the folder
 * @param archive the application
 */
record Baseline(String version, Path checkout, Path archive) {

  private static final int DIGITS = 8;

  /**
   * The version that property {@code bench.baseline} names.
   *
   * @param folder the checkout; empty for no earlier version
   * @param archive the name of the archive in its build directory
   * @throws IllegalArgumentException when it has not been built
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

  /** As figures call it. */
  String label() {
    return ServerKind.PAYARA.label() + ", " + version;
  }

  /**
   * What it is started from.
   *
   * @param work the folder for its domain and its log; must exist
   */
  Installation installation(Path work) {
    // It is not started on WildFly: earlier versions have no configuration for that.
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
