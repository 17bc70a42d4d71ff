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
 * JSON files in folders of one folder. A file is replaced as a whole: whoever reads it finds what
 * it was or what it is, whenever the process is killed. Thread-safe as long as no two threads write
 * the same file.
 */
final class JsonFiles {
  private static final String JSON = ".json";

  /** Left behind by a process that was killed; never read, and overwritten the next time. */
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

  /** Replaces a file; makes its folder if there is none. */
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

  /** Every file of a kind, in the order of their names. */
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

  /** What the parser says quotes what it read, which is a person's conversation. */
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

  /** Gives a file another name; without one nothing happens. */
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

  /** Deletes every file of a kind, and its folder. */
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
