package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.store.outbox.PushTargets;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.webhook.Receiver;
import io.awaken.http.json.ProtocolJson;
import io.awaken.protocol.a2a.task.Frames;
import io.awaken.protocol.a2a.task.TaskViews;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells clients of changes of their tasks (A2A 1.0 section 4.3.3): posts a stream response to the
 * registered address. What the one who registered it may no longer see is not sent. Thread-safe.
 */
public final class PushReceiver implements Receiver {

  private static final String TOKEN = "X-A2A-Notification-Token";

  private final PushTargets targets;
  private final RunStore runs;
  private final TaskViews views;
  private final PushSecrets secrets;

  public PushReceiver(PushTargets targets, RunStore runs, TaskViews views, PushSecrets secrets) {
    this.targets = targets;
    this.runs = runs;
    this.views = views;
    this.secrets = secrets;
  }

  @Override
  public Optional<OutboundRequest> request(DueEntry due) throws IOException {
    PushTarget target = targets.target(due.threadId(), due.runId(), due.entry().key()).orElse(null);
    RunRecord run = runs.find(due.runId()).orElse(null);
    if (target == null || run == null || !run.readableBy(target.caller())) {
      return Optional.empty();
    }
    JsonNode told = due.entry().payload();
    Optional<ObjectNode> change =
        views.change(run, target.caller(), told == null ? null : OpenQuestions.of(told));
    return change.isEmpty()
        ? Optional.empty()
        : Optional.of(
            OutboundRequest.post(
                URI.create(target.url()),
                headers(due.runId(), target),
                ProtocolJson.bytes(change.get())));
  }

  private Map<String, String> headers(RunId run, PushTarget target) throws IOException {
    var headers = new HashMap<String, String>();
    headers.put("Content-Type", Frames.REST.mediaType());
    headers.put("User-Agent", "awaken-ee");
    if (target.token() != null) {
      headers.put(TOKEN, target.token());
    }
    if (target.sealed() != null) {
      // Never sent without them; another node may have the key.
      String credentials =
          secrets
              .opened(run, target)
              .orElseThrow(() -> new IOException("no key of this node opens the credentials"));
      headers.put("Authorization", target.scheme() + " " + credentials);
    }
    return headers;
  }
}
