package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Location and format of a provider's model list. Immutable.
 *
 * @param path path and query after the provider's base URL
 * @param list the array in the answer
 * @param name the field of an entry with the model's name
 * @param prefix prefix to remove from each name; may be empty
 */
public record ModelListing(String path, String list, String name, String prefix) {

  /** Maximum characters of a name; requests cannot use longer ones. */
  private static final int MAX_NAME = 256;

  /** A list whose names are used unchanged. */
  public ModelListing(String path, String list, String name) {
    this(path, list, name, "");
  }

  /**
   * The names, in the provider's order.
   *
   * @return null when the document has no such list
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
