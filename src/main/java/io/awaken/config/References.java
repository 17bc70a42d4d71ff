package io.awaken.config;

import io.awaken.config.source.ConfigurationFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.function.Consumer;

/**
 * Replaces <code>${NAME}</code> by a configured value and <code>${file:path}</code> by the content
 * of a file, so that documents hold no secrets. A text may have several, as in <code>
 * Bearer ${TOKEN}</code>; <code>$${</code> stands for the two characters themselves. Replaced
 * values are not resolved again.
 */
final class References {

  private static final String FILE = "file:";

  private final Lookup lookup;
  private final Path directory;
  private final Consumer<Path> files;

  /**
   * @param directory base of relative paths in <code>${file:path}</code>
   */
  References(Lookup lookup, Path directory) {
    this(lookup, directory, file -> {});
  }

  private References(Lookup lookup, Path directory, Consumer<Path> files) {
    this.lookup = lookup;
    this.directory = directory;
    this.files = files;
  }

  /** Also reports every referenced file, existing or not. */
  References reportingFiles(Consumer<Path> named) {
    return new References(lookup, directory, named);
  }

  /** A reference that cannot be resolved; the message has its name, never a value. */
  static final class Unresolved extends Exception {
    private static final long serialVersionUID = 1L;

    Unresolved(String message) {
      super(message);
    }
  }

  String resolve(String text) throws Unresolved {
    var out = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf("${"); at >= 0; at = text.indexOf("${", from)) {
      if (at > from && text.charAt(at - 1) == '$') {
        out.append(text, from, at - 1).append("${");
        from = at + 2;
        continue;
      }
      int end = text.indexOf('}', at);
      if (end < 0) {
        throw new Unresolved("has a reference without its closing brace");
      }
      out.append(text, from, at).append(value(text.substring(at + 2, end)));
      from = end + 1;
    }
    return out.append(text, from, text.length()).toString();
  }

  private String value(String name) throws Unresolved {
    return name.startsWith(FILE)
        ? content(name.substring(FILE.length()))
        : lookup
            .nonBlank(name)
            .orElseThrow(() -> new Unresolved("refers to " + name + ", which is not set"));
  }

  /** Whether every user of the machine may read a file; false if unknown. */
  static boolean isReadByOthers(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private Path named(String path) {
    Path file = directory.resolve(path);
    files.accept(file);
    return file;
  }

  private String content(String path) throws Unresolved {
    try (var in = Files.newInputStream(named(path))) {
      byte[] bytes = in.readNBytes(ConfigurationFolder.MAX_NAMED_BYTES + 1);
      if (bytes.length > ConfigurationFolder.MAX_NAMED_BYTES) {
        throw new Unresolved(
            "refers to the file "
                + path
                + ", which is larger than "
                + ConfigurationFolder.MAX_NAMED_BYTES
                + " bytes");
      }
      String content = new String(bytes, StandardCharsets.UTF_8).strip();
      if (content.isEmpty()) {
        throw new Unresolved("refers to the file " + path + ", which is empty");
      }
      return content;
    } catch (IOException | InvalidPathException e) {
      throw new Unresolved("refers to the file " + path + ", which cannot be read");
    }
  }
}
