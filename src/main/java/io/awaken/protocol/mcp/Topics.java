package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The topics that a client subscribes to, or that the server agreed to.
 *
 * @param tools whether to notify of changes of the tool list
 * @param prompts whether to notify of changes of the prompt list
 * @param resources resource URIs
 * @param tasks task ids
 */
public record Topics(boolean tools, boolean prompts, List<String> resources, List<String> tasks) {

  /** Resources and tasks of one stream together, or resources of one session. */
  public static final int MAX = 10;

  private static final String RESOURCES = "resourceSubscriptions";
  private static final String TASKS = "taskIds";

  public Topics {
    resources = List.copyOf(resources);
    tasks = List.copyOf(tasks);
  }

  /**
   * Reads the topics of a request; unknown topics are ignored.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static Topics of(ObjectNode params) {
    JsonNode requested = params.path("notifications");
    if (!requested.isObject()) {
      throw Refusal.invalid("notifications", "notifications must be an object").exception();
    }
    var topics =
        new Topics(
            flag(requested, "toolsListChanged"),
            flag(requested, "promptsListChanged"),
            texts(requested, RESOURCES),
            texts(requested, TASKS));
    if (topics.resources.size() + topics.tasks.size() > MAX) {
      String field = "notifications";
      throw Refusal.invalid(
              field,
              "%s.%s and %s.%s must have at most %d entries together"
                  .formatted(field, RESOURCES, field, TASKS, MAX))
          .exception();
    }
    return topics;
  }

  private static boolean flag(JsonNode requested, String name) {
    JsonNode flag = requested.get(name);
    if (flag != null && !flag.isBoolean()) {
      String field = "notifications." + name;
      throw Refusal.invalid(field, field + " must be true or false").exception();
    }
    return flag != null && flag.booleanValue();
  }

  private static List<String> texts(JsonNode requested, String name) {
    var texts = new LinkedHashSet<String>();
    JsonNode list = requested.get(name);
    boolean good = list == null || list.isArray();
    if (good && list != null) {
      for (JsonNode each : list) {
        good &= each.isTextual();
        texts.add(each.asText());
      }
    }
    if (!good) {
      String field = "notifications." + name;
      throw Refusal.invalid(field, field + " must be an array of strings").exception();
    }
    return new ArrayList<>(texts);
  }

  /** The form in the acknowledgement. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (tools) {
      json.put("toolsListChanged", true);
    }
    if (prompts) {
      json.put("promptsListChanged", true);
    }
    if (!resources.isEmpty()) {
      resources.forEach(json.putArray(RESOURCES)::add);
    }
    if (!tasks.isEmpty()) {
      tasks.forEach(json.putArray(TASKS)::add);
    }
    return json;
  }
}
