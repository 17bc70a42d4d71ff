package io.awaken.store.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.store.StoreUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * JSON files in subfolders of one folder. Files are replaced atomically: readers see the old or the
 * new content even if the process is killed. Thread-safe unless two threads write the same file.
 */
final class JsonFiles {
  private static final String JSON = ".json";

  /** Left behind by a killed process; never read, overwritten by the next write. */
  private static final String NEW = ".new";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final Path folder;

  JsonFiles(Path folder) {
    this.folder = folder;
  }

  /** Replaces a file and creates its folder if necessary. */
  void write(String kind, String name, Object value) {
    Path file = file(kind, name);
    Path next = file.resolveSibling(file.getFileName() + NEW);
    try {
      Files.createDirectories(file.getParent());
      Files.write(next, MAPPER.writeValueAsBytes(value));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new StoreUnavailable(file + " could not be written: " + e.getMessage(), e);
    }
  }

  <T> Optional<T> read(String kind, String name, Class<T> type) {
    Path file = file(kind, name);
    return Files.exists(file) ? Optional.of(read(file, type)) : Optional.empty();
  }

  /** Reads every file of a kind, in name order. */
  <T> List<T> readAll(String kind, Class<T> type) {
    Path files = folder.resolve(kind);
    if (!Files.isDirectory(files)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(files)) {
      return all.filter(file -> file.toString().endsWith(JSON))
          .sorted()
          .map(file -> read(file, type))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(files + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The parser's message quotes its input, which is conversation data. */
  private static <T> T read(Path file, Class<T> type) {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), type);
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read: " + e.getClass().getSimpleName());
    }
  }

  boolean exists(String kind, String name) {
    return Files.exists(file(kind, name));
  }

  /** Renames a file, if it exists. */
  void move(String kind, String from, String to) {
    Path file = file(kind, from);
    try {
      if (Files.exists(file)) {
        Files.move(file, file(kind, to), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new StoreUnavailable(file + " could not be renamed: " + e.getMessage(), e);
    }
  }

  void delete(String kind, String name) {
    Path file = file(kind, name);
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new StoreUnavailable(file + " could not be deleted: " + e.getMessage(), e);
    }
  }

  /** Deletes every file of a kind and its folder. */
  void deleteFolder(String kind) {
    Path files = folder.resolve(kind);
    if (!Files.isDirectory(files)) {
      return;
    }
    try (Stream<Path> all = Files.list(files)) {
      for (Path file : all.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(files);
    } catch (IOException e) {
      throw new StoreUnavailable(files + " could not be deleted: " + e.getMessage(), e);
    }
  }

  private Path file(String kind, String name) {
    return folder.resolve(kind).resolve(name + JSON);
  }
}
