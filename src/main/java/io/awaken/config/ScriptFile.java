package io.awaken.config;

import com.fasterxml.jackson.databind.JsonNode;

/** The file of a scripted model. */
public final class ScriptFile {

  private ScriptFile() {}

  /**
   * @throws DocumentException with the reason and position
   */
  public static JsonNode read(String path) {
    return NamedFile.read(path, "script").root();
  }
}
