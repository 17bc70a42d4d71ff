package io.awaken.core.state.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * The difference of two JSON values as a JSON patch (RFC 6902) of the operations {@code add},
 * {@code remove} and {@code replace}. Elements of arrays are compared from both ends: those in
 * between are replaced, added or removed by index, and an array with mostly changed elements is
 * replaced as a whole. Stateless.
 */
public final class JsonDiff {

  /** Changed elements up to which even a mostly changed array is patched. */
  private static final int FEW = 4;

  private JsonDiff() {}

  /**
   * Appends the operations that convert one value to the other.
   *
   * @param path JSON pointer to the value
   * @param before null for none
   * @param after null for none
   */
  public static void append(ArrayNode patch, String path, JsonNode before, JsonNode after) {
    if (before == after) {
      return;
    }
    if (before == null) {
      operation(patch, "add", path).set("value", after);
    } else if (after == null) {
      operation(patch, "remove", path);
    } else if (before instanceof ObjectNode was && after instanceof ObjectNode is) {
      objects(patch, path, was, is);
    } else if (before instanceof ArrayNode was && after instanceof ArrayNode is) {
      arrays(patch, path, was, is);
    } else if (!before.equals(after)) {
      operation(patch, "replace", path).set("value", after);
    }
  }

  /** A pointer to a member of the value at a pointer (RFC 6901). */
  public static String pointer(String path, String member) {
    return path + "/" + member.replace("~", "~0").replace("/", "~1");
  }

  private static void objects(ArrayNode patch, String path, ObjectNode before, ObjectNode after) {
    for (Map.Entry<String, JsonNode> member : before.properties()) {
      append(patch, pointer(path, member.getKey()), member.getValue(), after.get(member.getKey()));
    }
    for (Map.Entry<String, JsonNode> member : after.properties()) {
      if (!before.has(member.getKey())) {
        append(patch, pointer(path, member.getKey()), null, member.getValue());
      }
    }
  }

  private static void arrays(ArrayNode patch, String path, ArrayNode before, ArrayNode after) {
    int shared = Math.min(before.size(), after.size());
    int start = 0;
    while (start < shared && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < shared - start && last(before, end).equals(last(after, end))) {
      end++;
    }
    if (Math.max(before.size(), after.size()) - start - end > start + end + FEW) {
      operation(patch, "replace", path).set("value", after);
      return;
    }
    int was = before.size() - end;
    int is = after.size() - end;
    for (int i = start; i < Math.min(was, is); i++) {
      append(patch, path + "/" + i, before.get(i), after.get(i));
    }
    // From the end, so that earlier indexes stay valid.
    for (int i = was - 1; i >= is; i--) {
      operation(patch, "remove", path + "/" + i);
    }
    for (int i = was; i < is; i++) {
      operation(patch, "add", path + "/" + i).set("value", after.get(i));
    }
  }

  private static JsonNode last(ArrayNode array, int fromEnd) {
    return array.get(array.size() - 1 - fromEnd);
  }

  private static ObjectNode operation(ArrayNode patch, String op, String path) {
    ObjectNode operation = JsonNodeFactory.instance.objectNode().put("op", op).put("path", path);
    patch.add(operation);
    return operation;
  }
}
