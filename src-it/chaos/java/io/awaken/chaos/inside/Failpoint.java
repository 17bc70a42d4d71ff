package io.awaken.chaos.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * What happens at a point, as a file of the point's name says it.
 *
 * @param id tells it from an earlier one at the same point
 * @param action what is done
 * @param skip how often the point is passed before
 * @param thread what ids of threads begin with that it is meant for; empty for all
 * @param repeats whether it happens again and again
 */
public record Failpoint(String id, Action action, int skip, String thread, boolean repeats) {

  /** How long {@link Action#DELAY} takes. */
  static final long DELAY_MILLIS = 400;

  /** What is done. */
  public enum Action {
    /** The process ends as by {@code kill -9}. */
    HALT,
    /** The write waits, so that others come before it. */
    DELAY,
    /** The write fails, once it was done or before. */
    FAIL
  }

  private static final String NONE = "-";

  /** Writes it where the points of a server look; several may be laid at once. */
  public void arm(Path folder, String point) throws IOException {
    String words =
        String.join(
            " ",
            id,
            action.name(),
            String.valueOf(skip),
            thread.isEmpty() ? NONE : thread,
            String.valueOf(repeats));
    Path draft = Files.writeString(Files.createDirectories(folder).resolve(id + ".draft"), words);
    Files.move(draft, folder.resolve(point), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Empty where nothing happens, or has happened meanwhile. */
  static Optional<Failpoint> read(Path file) {
    try {
      String[] words = Files.readString(file).split(" ");
      return Optional.of(
          new Failpoint(
              words[0],
              Action.valueOf(words[1]),
              Integer.parseInt(words[2]),
              words[3].equals(NONE) ? "" : words[3],
              Boolean.parseBoolean(words[4])));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
