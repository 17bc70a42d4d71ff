package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.RemoteWork;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads tasks and their events and publishes the text of their artifacts piece by piece. After a
 * reconnect a task comes again as a whole: only what is new in it is published. For one thread.
 */
final class TaskReader {

  private static final String BETWEEN = "\n\n";

  private final LlmListener listener;
  private final List<String> told;
  private final Map<String, List<JsonNode>> artifacts = new LinkedHashMap<>();
  private final StringBuilder published = new StringBuilder();
  private String lastArtifact;
  private String contextId;
  private String taskId;
  private State state = State.UNKNOWN;
  private JsonNode note;

  /** The states of a task, as far as they differ for a client. */
  enum State {
    UNKNOWN,
    WORKING,
    COMPLETED,
    FAILED,
    CANCELED,
    REJECTED,
    INPUT_REQUIRED,
    AUTH_REQUIRED;

    private static State of(String wire) {
      return switch (wire) {
        case "TASK_STATE_SUBMITTED", "TASK_STATE_WORKING" -> WORKING;
        case "TASK_STATE_COMPLETED" -> COMPLETED;
        case "TASK_STATE_FAILED" -> FAILED;
        case "TASK_STATE_CANCELED" -> CANCELED;
        case "TASK_STATE_REJECTED" -> REJECTED;
        case "TASK_STATE_INPUT_REQUIRED" -> INPUT_REQUIRED;
        case "TASK_STATE_AUTH_REQUIRED" -> AUTH_REQUIRED;
        default -> UNKNOWN;
      };
    }

    /** Whether nothing more comes without this client. */
    boolean settled() {
      return this != UNKNOWN && this != WORKING;
    }
  }

  /**
   * @param told ids of artifacts that earlier steps contain
   */
  TaskReader(LlmListener listener, List<String> told) {
    this.listener = listener;
    this.told = List.copyOf(told);
  }

  /**
   * Reads an event of a stream, or an answer to a message.
   *
   * @throws A2aRefusal when it is neither
   */
  void accept(JsonNode event) throws A2aRefusal {
    if (event.path("task").isObject()) {
      task(event.get("task"));
    } else if (event.path("message").isObject()) {
      message(event.get("message"));
    } else if (event.path("artifactUpdate").isObject()) {
      JsonNode update = event.get("artifactUpdate");
      ids(update, "taskId");
      artifact(update.path("artifact"), update.path("append").asBoolean());
    } else if (event.path("statusUpdate").isObject()) {
      JsonNode update = event.get("statusUpdate");
      ids(update, "taskId");
      status(update.path("status"));
    } else {
      throw A2aRefusal.garbage("it sent neither a task nor a message nor an update");
    }
  }

  /** Reads a whole task. */
  void task(JsonNode task) {
    ids(task, "id");
    Map<String, List<JsonNode>> all = new LinkedHashMap<>();
    for (JsonNode artifact : task.path("artifacts")) {
      String id = artifact.path("artifactId").asText();
      if (!told.contains(id)) {
        all.put(id, parts(artifact));
      }
    }
    // A task may come without its artifacts, for example in the answer to a cancellation.
    if (!all.isEmpty()) {
      artifacts.putAll(all);
      lastArtifact = null;
      publishAll();
    }
    status(task.path("status"));
  }

  /** An agent may answer without a task. */
  private void message(JsonNode message) {
    if (message.path("contextId").isTextual()) {
      contextId = message.get("contextId").textValue();
    }
    artifacts.put(message.path("messageId").asText(), parts(message));
    publishAll();
    state = State.COMPLETED;
  }

  private void ids(JsonNode of, String task) {
    taskId = of.path(task).asText(taskId);
    contextId = of.path("contextId").asText(contextId);
  }

  private void status(JsonNode status) {
    note = status.path("message");
    // The answered question may still be there while the agent reads the answer.
    boolean answered = told.contains(note.path("messageId").asText());
    state = answered ? State.WORKING : State.of(status.path("state").asText());
    if (state == State.COMPLETED && published.isEmpty() && artifacts.isEmpty() && !note.isEmpty()) {
      // Some agents answer with a note only.
      artifacts.put("", parts(note));
      publishAll();
    }
  }

  private void artifact(JsonNode artifact, boolean append) {
    String id = artifact.path("artifactId").asText();
    List<JsonNode> parts = parts(artifact);
    boolean known = artifacts.containsKey(id);
    if (append && known) {
      artifacts.get(id).addAll(parts);
    } else {
      artifacts.put(id, parts);
    }
    if (append && id.equals(lastArtifact)) {
      publish(text(parts));
    } else {
      publishAll();
      lastArtifact = artifacts.keySet().stream().reduce((one, next) -> next).orElse(null);
    }
  }

  private static List<JsonNode> parts(JsonNode of) {
    var parts = new ArrayList<JsonNode>();
    of.path("parts").forEach(parts::add);
    return parts;
  }

  private void publishAll() {
    var all = new StringBuilder();
    for (List<JsonNode> parts : artifacts.values()) {
      String text = text(parts);
      all.append(all.isEmpty() || text.isEmpty() ? "" : BETWEEN).append(text);
    }
    if (all.indexOf(published.toString()) == 0) {
      publish(all.substring(published.length()));
    } else {
      listener.restarted();
      published.setLength(0);
      publish(all.toString());
    }
  }

  private void publish(String text) {
    if (!text.isEmpty()) {
      published.append(text);
      listener.text(text);
    }
  }

  /** The text of parts; data is text as JSON. */
  private static String text(List<JsonNode> parts) {
    var text = new StringBuilder();
    for (JsonNode part : parts) {
      if (part.path("text").isTextual()) {
        text.append(part.get("text").textValue());
      } else if (part.hasNonNull("data")) {
        text.append(text.isEmpty() ? "" : BETWEEN).append(part.get("data"));
      }
    }
    return text.toString();
  }

  /**
   * The answer so far: its text, then its files.
   *
   * @throws A2aRefusal when the bytes of a file cannot be read
   */
  List<ContentBlock> content() throws A2aRefusal {
    var content = new ArrayList<ContentBlock>();
    if (!published.isEmpty()) {
      content.add(new ContentBlock.Text(published.toString()));
    }
    for (List<JsonNode> parts : artifacts.values()) {
      for (JsonNode part : parts) {
        String type = part.path("mediaType").asText(null);
        String name = part.path("filename").asText(null);
        if (part.path("url").isTextual()) {
          content.add(MediaKind.ofType(type).at(part.get("url").textValue(), type, name));
        } else if (part.path("raw").isTextual()) {
          String known = type == null ? "application/octet-stream" : type;
          content.add(MediaKind.ofType(type).of(known, bytes(part.get("raw").textValue()), name));
        }
      }
    }
    return content;
  }

  /** ProtoJSON writes standard base64; some servers write the URL-safe form. */
  private static byte[] bytes(String raw) throws A2aRefusal {
    try {
      return Base64.getDecoder().decode(raw.replace('-', '+').replace('_', '/'));
    } catch (IllegalArgumentException e) {
      throw A2aRefusal.garbage("raw of a part is no base64");
    }
  }

  /** The state that came last. */
  State state() {
    return state;
  }

  /** The message of the status that came last; missing without one. */
  JsonNode note() {
    return note == null ? MissingNode.getInstance() : note;
  }

  /** The text of {@link #note}. */
  String noteText() {
    return text(parts(note()));
  }

  /** The task; null before it is known. */
  String taskId() {
    return taskId;
  }

  /**
   * The work, to be stored.
   *
   * @param messageId the message that was sent
   * @param sentAt when it was
   */
  RemoteWork.Task work(String messageId, long sentAt) {
    return new RemoteWork.Task(contextId, taskId, messageId, told, sentAt);
  }

  /**
   * The same with what the answer of this step contains: artifacts, and a question. Without one the
   * task has ended.
   */
  RemoteWork.Task toldWork(String messageId) {
    var all = new ArrayList<>(told);
    all.addAll(artifacts.keySet());
    String asked = note().path("messageId").asText();
    if (state == State.INPUT_REQUIRED && !asked.isEmpty()) {
      all.add(asked);
    }
    boolean asks = state == State.INPUT_REQUIRED || state == State.AUTH_REQUIRED;
    return new RemoteWork.Task(contextId, asks ? taskId : null, messageId, all, null);
  }
}
