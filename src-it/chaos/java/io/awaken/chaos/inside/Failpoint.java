package io.awaken.chaos.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * What happens at a named point of a server's writes. Stored in a file with the name of the point.
 *
 * @param id distinguishes it from earlier failpoints with the same name
 * @param action what happens
 * @param skip how many times the point is passed before it happens
 * @param thread the id prefix of the threads whose writes are affected; empty for all threads
 * @param repeats whether it happens each time after that, instead of once
 */
public record Failpoint(String id, Action action, int skip, String thread, boolean repeats) {

  /** How long {@link Action#DELAY} takes. */
  static final long DELAY_MILLIS = 400;

  /** What happens at a failpoint. */
  public enum Action {
    /** The process ends as after {@code kill -9}. */
    HALT,
    /** The write waits, so that other writes overtake it. */
    DELAY,
    /** The write fails: before it was done or after, depending on the point. */
    FAIL
  }

  private static final String ALL_THREADS = "-";

  /** Writes the file that the server reads. Several threads may arm failpoints concurrently. */
  public void arm(Path folder, String point) throws IOException {
    String words =
        String.join(
            " ",
            id,
            action.name(),
            String.valueOf(skip),
            thread.isEmpty() ? ALL_THREADS : thread,
            String.valueOf(repeats));
    Path draft = Files.writeString(Files.createDirectories(folder).resolve(id + ".draft"), words);
    Files.move(draft, folder.resolve(point), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Reads the file of a point; empty if the failpoint is not armed, or was just removed. */
  static Optional<Failpoint> read(Path file) {
    try {
      String[] words = Files.readString(file).split(" ");
      return Optional.of(
          new Failpoint(
              words[0],
              Action.valueOf(words[1]),
              Integer.parseInt(words[2]),
              words[3].equals(ALL_THREADS) ? "" : words[3],
              Boolean.parseBoolean(words[4])));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
