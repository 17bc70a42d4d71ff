package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.a2a.task.A2aError;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Registers where clients want to hear of their tasks (features row 242). A configuration is for a
 * task that its caller may read, and only that caller sees it. Thread-safe.
 */
@Dependent
public class PushOperations {

  private static final String TASK = "taskId";
  private static final String SENT = "configuration.taskPushNotificationConfig";

  private final TaskOperations tasks;
  private final PushPorts ports;
  private final Ids ids;

  @Inject
  public PushOperations(TaskOperations tasks, PushPorts ports, Ids ids) {
    this.tasks = tasks;
    this.ports = ports;
    this.ids = ids;
  }

  /** {@code CreateTaskPushNotificationConfig}; replaces the one with the same id. */
  ObjectNode create(A2aRequest request) {
    RunRecord run = run(request);
    var wanted = Registration.read(request.params(), "", ids.next(), ports);
    return register(run, wanted, request.caller());
  }

  /** {@code GetTaskPushNotificationConfig}. */
  ObjectNode get(A2aRequest request) {
    RunRecord run = run(request);
    String id = JsonFields.required(request.params(), "id", "id");
    return ports
        .targets()
        .target(run.threadId(), run.runId(), PushTarget.key(request.caller(), id))
        .map(target -> Registration.shown(run.runId(), target))
        .orElseThrow(
            () ->
                A2aError.TASK_NOT_FOUND.exception(
                    "the task has no push notification configuration with this id"));
  }

  /** {@code ListTaskPushNotificationConfigs}, by id; a page token is the last id. */
  ObjectNode list(A2aRequest request) {
    RunRecord run = run(request);
    ObjectNode params = request.params();
    Integer size = Fields.number(params, "pageSize", "pageSize", 1, TaskOperations.MAX_PAGE);
    String after = Fields.text(params, "pageToken");
    List<PushTarget> own =
        ports.targets().targets(run.threadId(), run.runId()).stream()
            .filter(each -> each.key().equals(PushTarget.key(request.caller(), each.id())))
            .filter(each -> after == null || each.id().compareTo(after) > 0)
            .sorted(Comparator.comparing(PushTarget::id))
            .toList();
    List<PushTarget> page = size == null ? own : own.subList(0, Math.min(size, own.size()));
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode configs = result.putArray("configs");
    page.forEach(target -> configs.add(Registration.shown(run.runId(), target)));
    return result.put("nextPageToken", page.size() < own.size() ? page.getLast().id() : "");
  }

  /**
   * {@code DeleteTaskPushNotificationConfig}: nothing more is sent; one that is gone is no error.
   */
  ObjectNode delete(A2aRequest request) {
    RunRecord run = run(request);
    String id = JsonFields.required(request.params(), "id", "id");
    String key = PushTarget.key(request.caller(), id);
    ports.desk().remove(run, key);
    return JsonNodeFactory.instance.objectNode();
  }

  private RunRecord run(A2aRequest request) {
    String task = JsonFields.required(request.params(), TASK, TASK);
    return tasks.run(task, request.tenant(), request.caller());
  }

  /** The configuration beside a message, the same when it is repeated; null for none. */
  Registration read(SentMessage sent) {
    if (sent.push() == null) {
      return null;
    }
    JsonFields.requireObject(sent.push(), SENT);
    String id = UUID.nameUUIDFromBytes(sent.id().getBytes(StandardCharsets.UTF_8)).toString();
    return Registration.read(sent.push(), SENT + ".", id, ports);
  }

  /**
   * Registers a configuration.
   *
   * @param run visible to the caller
   * @return it as the caller sees it
   */
  ObjectNode register(RunRecord run, Registration wanted, Caller caller) {
    // As it is stored: who is an operator today may not be one when the message is sent.
    var known = new Caller(caller.tenant(), caller.subject(), caller.roles());
    if (!run.readableBy(known)) {
      throw A2aError.noTask(run.runId().value());
    }
    PushTarget target = wanted.target(run.runId(), known, ports.secrets());
    if (!ports.desk().register(run, target, tasks.views().asked(run))) {
      throw JsonFields.invalid(
          wanted.prefix() + TASK,
          "has the most push notification configurations: " + PushTarget.MOST);
    }
    return Registration.shown(run.runId(), target);
  }
}
