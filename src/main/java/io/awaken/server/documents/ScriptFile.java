package io.awaken.server.documents;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the file of a scripted model, JSON or YAML by its ending, under the limits of documents.
 */
public final class ScriptFile {

  private ScriptFile() {}

  /**
   * @throws DocumentException saying why it cannot be read, and where it breaks off
   */
  public static JsonNode read(String path) {
    if (!DocumentFile.isDocument(path)) {
      throw refused(path, null, "is no script: its name must end in .json, .yaml or .yml");
    }
    var file =
        new DocumentFile(DocumentKind.PROVIDER, path, () -> Files.newInputStream(Path.of(path)));
    try {
      return DocumentParser.parse(file).root();
    } catch (DocumentSyntaxException e) {
      throw refused(path, e.position(), e.getMessage());
    } catch (IOException e) {
      throw refused(path, null, "cannot be read");
    }
  }

  private static DocumentException refused(
      String path, DocumentProblem.Position position, String reason) {
    return new DocumentException(List.of(new DocumentProblem(path, position, null, reason)));
  }
}
