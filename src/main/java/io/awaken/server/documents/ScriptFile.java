package io.awaken.server.documents;

import com.fasterxml.jackson.databind.JsonNode;

/** The file of a scripted model. */
public final class ScriptFile {

  private ScriptFile() {}

  /**
   * @throws DocumentException saying why it cannot be read, and where it breaks off
   */
  public static JsonNode read(String path) {
    return NamedFile.read(path, "script").root();
  }
}
