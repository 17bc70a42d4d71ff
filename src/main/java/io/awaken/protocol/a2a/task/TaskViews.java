package io.awaken.protocol.a2a.task;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads stored runs as tasks. Thread-safe. */
public final class TaskViews {

  /** Messages of a run that are read for its history and artifacts: the newest. */
  static final int MESSAGES = 200;

  private final ThreadStore threads;
  private final SuspensionStore suspensions;

  public TaskViews(ThreadStore threads, SuspensionStore suspensions) {
    this.threads = threads;
    this.suspensions = suspensions;
  }

  /**
   * What of a task is wanted besides its status.
   *
   * @param history the number of the newest messages of the client; null for all
   * @param artifacts whether artifacts are wanted
   */
  public record Detail(Integer history, boolean artifacts) {
    boolean needsMessages() {
      return artifacts || history == null || history > 0;
    }
  }

  /** The task as it is stored now. */
  public ObjectNode of(RunRecord run, Caller caller, Detail detail) {
    return of(run, suspensions.open(run, caller), detail, MessageQuery.PAGE_BYTES);
  }

  /** Several tasks as they are stored now, with about as many bytes of messages as one. */
  public List<ObjectNode> of(List<RunRecord> runs, Caller caller, Detail detail) {
    var open =
        suspensions.openOf(
            runs.stream()
                .filter(run -> run.status() == RunStatus.WAITING)
                .map(RunRecord::runId)
                .toList());
    long bytes = MessageQuery.PAGE_BYTES / Math.max(1, runs.size());
    return runs.stream().map(run -> of(run, seen(open, run, caller), detail, bytes)).toList();
  }

  private static List<SuspensionRecord> seen(
      Map<RunId, List<SuspensionRecord>> open, RunRecord run, Caller caller) {
    return open.getOrDefault(run.runId(), List.of()).stream()
        .filter(each -> each.seenBy(caller))
        .toList();
  }

  /** Whether a run has a message, among its newest. */
  public boolean has(RunRecord run, String message) {
    return messages(run, MessageQuery.PAGE_BYTES).stream()
        .anyMatch(stored -> stored.message().id().equals(message));
  }

  /** The questions for which a run waits; null when it does not. */
  public OpenQuestions asked(RunRecord run) {
    return run.status() != RunStatus.WAITING
        ? null
        : new OpenQuestions(
            run.updatedAt(),
            Questions.open(suspensions.ofRun(run.runId())).stream()
                .map(each -> each.ticket().suspension().id())
                .toList());
  }

  /**
   * A change of a task's state as an element of a stream.
   *
   * @param asked the questions for which it waited then; null for the state as it is stored now
   * @return empty when the caller sees none of the questions, or when it works again
   */
  public Optional<ObjectNode> change(RunRecord run, Caller caller, OpenQuestions asked) {
    List<SuspensionRecord> seen =
        suspensions.ofRun(run.runId()).stream()
            .filter(each -> each.seenBy(caller))
            .filter(
                each ->
                    asked == null
                        ? each.status() == SuspensionStatus.OPEN
                        : asked.questions().contains(each.ticket().suspension().id()))
            .toList();
    boolean waits = asked != null || run.status() == RunStatus.WAITING;
    if (waits ? seen.isEmpty() : run.status() != RunStatus.DONE) {
      return Optional.empty();
    }
    ObjectNode status =
        asked == null ? status(run, seen) : waiting(run, Instant.ofEpochMilli(asked.at()), seen);
    return Optional.of(TaskJson.statusUpdate(id(run), context(run), status));
  }

  private ObjectNode of(RunRecord run, List<SuspensionRecord> open, Detail detail, long bytes) {
    ObjectNode task = TaskJson.task(id(run), context(run), status(run, open));
    if (!detail.needsMessages()) {
      return task;
    }
    ArrayNode history = JsonNodeFactory.instance.arrayNode();
    ArrayNode artifacts = JsonNodeFactory.instance.arrayNode();
    for (StoredMessage stored : messages(run, bytes).reversed()) {
      Message message = stored.message();
      if (message.role() == Role.USER) {
        history.add(sent(run, message));
      } else if (message.role() == Role.ASSISTANT && !message.text().isBlank()) {
        artifacts.add(TaskJson.artifact(message.id(), message.text()));
      }
    }
    if (artifacts.isEmpty() && run.finalOutput() != null && !run.finalOutput().isBlank()) {
      artifacts.add(TaskJson.artifact(TaskJson.answerOf(id(run)), run.finalOutput()));
    }
    if (detail.artifacts() && !artifacts.isEmpty()) {
      task.set("artifacts", artifacts);
    }
    while (detail.history() != null && history.size() > detail.history()) {
      history.remove(0);
    }
    return history.isEmpty() ? task : task.set("history", history);
  }

  private List<StoredMessage> messages(RunRecord run, long bytes) {
    var ofRun = new Filter(Shown.EXTERNAL, run.runId(), 0, Long.MAX_VALUE).withSuperseded();
    return threads
        .messages(new MessageQuery(run.threadId(), ofRun, true, null, 0, MESSAGES, bytes))
        .items();
  }

  private static ObjectNode status(RunRecord run, List<SuspensionRecord> open) {
    Instant since = Instant.ofEpochMilli(run.updatedAt());
    return switch (run.status()) {
      case CREATED -> TaskJson.status(TaskState.SUBMITTED, since, null);
      case RUNNING -> TaskJson.status(TaskState.WORKING, since, null);
      // Without an open question it is about to continue.
      case WAITING ->
          open.isEmpty()
              ? TaskJson.status(TaskState.WORKING, since, null)
              : waiting(run, since, open);
      case DONE ->
          TaskJson.status(
              TaskState.of(run.termination()),
              since,
              TaskJson.note(id(run), context(run), run.termination()));
    };
  }

  private static ObjectNode waiting(RunRecord run, Instant since, List<SuspensionRecord> open) {
    List<SuspendTicket> asked = open.stream().map(SuspensionRecord::ticket).toList();
    return TaskJson.status(
        Questions.state(asked), since, Questions.message(id(run), context(run), asked));
  }

  private static String id(RunRecord run) {
    return run.runId().value();
  }

  private static String context(RunRecord run) {
    return run.threadId().value();
  }

  private static ObjectNode sent(RunRecord run, Message message) {
    ObjectNode sent = JsonNodeFactory.instance.objectNode();
    sent.put("messageId", ClientMessageIds.shown(message.id())).put("role", "ROLE_USER");
    sent.put("taskId", id(run)).put("contextId", context(run));
    ArrayNode parts = sent.putArray("parts");
    message.content().forEach(block -> part(parts, block, run));
    return sent;
  }

  private static void part(ArrayNode parts, ContentBlock block, RunRecord run) {
    if (block instanceof ContentBlock.Text text) {
      parts.addObject().put("text", text.text());
    } else if (block instanceof Media media) {
      ObjectNode part = parts.addObject();
      if (media.data() != null) {
        part.put("raw", media.data().array());
      } else {
        String stored = "/v1/threads/%s/media/%s".formatted(context(run), media.mediaId());
        part.put("url", media.url() == null ? stored : media.url());
      }
      if (media.mediaType() != null) {
        part.put("mediaType", media.mediaType());
      }
      if (media.name() != null) {
        part.put("filename", media.name());
      }
    }
  }
}
