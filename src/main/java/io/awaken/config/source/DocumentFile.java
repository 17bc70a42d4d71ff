package io.awaken.config.source;

import java.io.IOException;
import java.io.InputStream;

/**
 * A file that may contain a document.
 *
 * @param kind of its document
 * @param name for errors, for example {@code agents/support.yaml}
 * @param content opens it
 */
public record DocumentFile(DocumentKind kind, String name, Content content) {

  /** Bytes of one file. */
  public static final int MAX_BYTES = 1 << 20;

  /** Opens a file; the reader closes it. */
  @FunctionalInterface
  public interface Content {
    InputStream open() throws IOException;
  }

  /** The file's name without folder and ending: the id of a document that names none. */
  public String baseName() {
    String file = name.substring(name.lastIndexOf('/') + 1);
    return file.substring(0, file.lastIndexOf('.'));
  }

  /** Whether a file of this name is a document, by its ending. */
  public static boolean isDocument(String fileName) {
    return !fileName.startsWith(".") && (isJson(fileName) || isYaml(fileName));
  }

  public static boolean isJson(String fileName) {
    return fileName.endsWith(".json");
  }

  private static boolean isYaml(String fileName) {
    return fileName.endsWith(".yaml") || fileName.endsWith(".yml");
  }
}
