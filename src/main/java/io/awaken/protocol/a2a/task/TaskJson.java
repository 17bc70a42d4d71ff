package io.awaken.protocol.a2a.task;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.TerminationReason;
import java.time.Instant;

/** The JSON of tasks and their parts, as ProtoJSON. Stateless. */
final class TaskJson {

  private static final String TEXT = "text";

  /** Follows the id of a run in the id of an artifact without a message of its own. */
  private static final String ANSWER = "-answer";

  private TaskJson() {}

  /**
   * A task.
   *
   * @param status from {@link #status}
   */
  static ObjectNode task(String id, String context, ObjectNode status) {
    ObjectNode task = JsonNodeFactory.instance.objectNode().put("id", id);
    task.put("contextId", context).set("status", status);
    return task;
  }

  /**
   * A status.
   *
   * @param since null when it is unknown
   * @param message null for none
   */
  static ObjectNode status(TaskState state, Instant since, ObjectNode message) {
    ObjectNode status = JsonNodeFactory.instance.objectNode().put("state", state.wire());
    if (since != null) {
      status.put("timestamp", since.toString());
    }
    if (message != null) {
      status.set("message", message);
    }
    return status;
  }

  /** An event that reports a status. */
  static ObjectNode statusUpdate(String task, String context, ObjectNode status) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    ObjectNode update = event.putObject("statusUpdate");
    update.put("taskId", task).put("contextId", context).set("status", status);
    return event;
  }

  /** An artifact that is a text. */
  static ObjectNode artifact(String id, String text) {
    ObjectNode artifact = JsonNodeFactory.instance.objectNode().put("artifactId", id);
    artifact.putArray("parts").addObject().put(TEXT, text);
    return artifact;
  }

  /** The id of the artifact with the answer of a run that has no message for it. */
  static String answerOf(String task) {
    return task + ANSWER;
  }

  /**
   * A message of the agent, without parts.
   *
   * @param about what the message is about; with the task it identifies the message
   */
  static ObjectNode agentMessage(String task, String context, String about) {
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.put("messageId", task + "-" + about).put("role", "ROLE_AGENT");
    return message.put("taskId", task).put("contextId", context);
  }

  /** Why a task ended, as a note; null where there is nothing to say. */
  static ObjectNode note(String task, String context, TerminationReason reason) {
    String why =
        switch (reason) {
          case TerminationReason.Error error -> error.value();
          case TerminationReason.Blocked blocked -> blocked.value();
          case TerminationReason.Stopped stopped -> limit(stopped.value());
          case TerminationReason.Cancelled cancelled -> null;
          case TerminationReason.Suspended suspended -> null;
          case TerminationReason.NaturalEnd end -> null;
          case TerminationReason.BehaviorRequested requested -> null;
        };
    if (why == null || why.isBlank()) {
      return null;
    }
    ObjectNode message = agentMessage(task, context, "end");
    message.putArray("parts").addObject().put(TEXT, why);
    return message;
  }

  private static String limit(TerminationReason.Stop stop) {
    return stop.detail() == null ? stop.code() : stop.code() + ": " + stop.detail();
  }
}
