package io.awaken.http.page;

import static io.awaken.fixture.Answering.answering;

import io.awaken.fixture.Answering.Answer;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A servlet context that serves the files of a directory. */
final class WebApplication {

  /** The page's sources, without the libraries, which the build adds. */
  static final Path SOURCES = Path.of("src/main/webapp");

  private WebApplication() {}

  static ServletContext ofSources() {
    return of(SOURCES);
  }

  static ServletContext of(Path root) {
    Map<String, Answer> answers = new HashMap<>();
    answers.put("getResourcePaths", args -> paths(root, (String) args[0]));
    answers.put(
        "getResourceAsStream", args -> stream(root.resolve(((String) args[0]).substring(1))));
    return answering(ServletContext.class, answers);
  }

  private static InputStream stream(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.newInputStream(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> paths(Path root, String folder) {
    Path place = root.resolve(folder.substring(1));
    if (!Files.isDirectory(place)) {
      return null;
    }
    try (Stream<Path> files = Files.list(place)) {
      return files
          .map(file -> folder + file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
