package io.awaken.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.config.source.DocumentFile;
import io.awaken.config.source.DocumentKind;
import io.awaken.config.syntax.DocumentParser;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.config.syntax.DocumentSyntaxException;
import io.awaken.config.syntax.ParsedDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One file that a setting names, JSON or YAML by its ending, read under the limits of documents.
 */
public final class NamedFile {

  private final String path;
  private final ParsedDocument document;

  private NamedFile(String path, ParsedDocument document) {
    this.path = path;
    this.document = document;
  }

  /**
   * Reads a file.
   *
   * @param what the expected content, such as {@code script}, for errors
   * @throws DocumentException with the reason and position
   */
  public static NamedFile read(String path, String what) {
    if (!DocumentFile.isDocument(String.valueOf(Path.of(path).getFileName()))) {
      throw refused(path, null, "is no " + what + ": its name must end in .json, .yaml or .yml");
    }
    var file =
        new DocumentFile(DocumentKind.PROVIDER, path, () -> Files.newInputStream(Path.of(path)));
    try {
      return new NamedFile(path, DocumentParser.parse(file));
    } catch (DocumentSyntaxException e) {
      throw refused(path, e.position(), e.getMessage());
    } catch (IOException e) {
      throw refused(path, null, "cannot be read");
    }
  }

  /**
   * The script of a scripted model, which a provider's document names relative to the folder of all
   * documents, as {@code ${file:...}} does; else to the server's working directory.
   *
   * @param directory the folder of all documents
   * @throws DocumentException with the reason and position
   */
  public static JsonNode script(Path directory, String path) {
    Path beside = directory.resolve(path);
    return script(Files.exists(beside) ? beside.toString() : path);
  }

  /**
   * A script that a setting names.
   *
   * @throws DocumentException with the reason and position
   */
  public static JsonNode script(String path) {
    return read(path, "script").root();
  }

  public ObjectNode root() {
    return document.root();
  }

  /**
   * The error of a file whose content is refused; a reason that begins with a field has the
   * position.
   */
  public DocumentException refused(String reason) {
    return new DocumentException(List.of(document.problem(path, reason)));
  }

  private static DocumentException refused(
      String path, DocumentProblem.Position position, String reason) {
    return new DocumentException(List.of(new DocumentProblem(path, position, null, reason)));
  }
}
