package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a wire has the list of a provider's models, and how it is read. Immutable.
 *
 * @param path what follows the provider's base URL, with its query
 * @param list the array in the answer
 * @param name the field of an entry that names the model
 * @param prefix what stands in front of each name and is no part of it; may be empty
 */
public record ModelListing(String path, String list, String name, String prefix) {

  /** Characters of a name; longer ones name no model that could be asked. */
  private static final int MAX_NAME = 256;

  /** A list whose names are used unchanged. */
  public ModelListing(String path, String list, String name) {
    this(path, list, name, "");
  }

  /**
   * The names, in the provider's order.
   *
   * @return null when the document holds no such list
   */
  List<String> names(JsonNode document, int most) {
    if (!document.path(list).isArray()) {
      return null;
    }
    var names = new ArrayList<String>();
    for (JsonNode entry : document.path(list)) {
      String text = entry.path(name).asText("");
      if (!text.isEmpty() && text.length() <= MAX_NAME && names.size() < most) {
        names.add(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
      }
    }
    return names;
  }
}
