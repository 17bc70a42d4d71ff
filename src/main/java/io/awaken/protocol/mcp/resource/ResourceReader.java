package io.awaken.protocol.mcp.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.PathIds;
import io.awaken.protocol.mcp.resource.Resources.ResourceUri;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads resources: threads and runs as JSON, and documents. Thread-safe. */
@Dependent
public class ResourceReader {

  /** Messages per page. */
  static final int MESSAGES = 100;

  /** Stored bytes per page with more than one message: 256 KiB. */
  static final long BYTES = 256 * 1024;

  private final ThreadStore threads;
  private final RunStore runs;
  private final DocumentResources documents;

  @Inject
  public ResourceReader(ThreadStore threads, RunStore runs, DocumentResources documents) {
    this.threads = threads;
    this.runs = runs;
    this.documents = documents;
  }

  /**
   * Reads a resource.
   *
   * @param uri as sent by the client
   * @throws io.awaken.http.security.RefusedException 404 when the caller sees no resource with this
   *     URI
   */
  public ObjectNode read(String uri, Caller caller) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.putArray("contents").add(content(uri, caller));
    return result;
  }

  /**
   * The content of a resource.
   *
   * @param uri as sent by the client
   * @throws io.awaken.http.security.RefusedException 404 when the caller sees no resource with this
   *     URI
   */
  public ObjectNode content(String uri, Caller caller) {
    Optional<DocumentResources.Found> document = documents.find(uri);
    if (document.isPresent()) {
      return DocumentResources.content(uri, document.get());
    }
    ObjectNode json =
        switch (address(uri)) {
          case ResourceUri.OfThread thread -> thread(thread, caller);
          case ResourceUri.OfRun run -> run(PathIds.run(run.id(), caller, runs));
        };
    return JsonNodeFactory.instance
        .objectNode()
        .put("uri", uri)
        .put("mimeType", "application/json")
        .put("text", new String(ProtocolJson.bytes(json), StandardCharsets.UTF_8));
  }

  /**
   * The current state of a resource: equal as long as it is unchanged. Reads one row at most.
   *
   * @param uri as sent by the client
   * @throws io.awaken.http.security.RefusedException 404 when the caller sees no resource with this
   *     URI
   */
  public Object state(String uri, Caller caller) {
    Optional<DocumentResources.Found> document = documents.find(uri);
    if (document.isPresent()) {
      return document.get().spec();
    }
    return switch (address(uri)) {
      case ResourceUri.OfThread thread -> {
        ThreadRecord now = PathIds.thread(thread.id(), caller, threads);
        yield List.of(now.messageCount(), now.updatedAt(), String.valueOf(now.title()));
      }
      case ResourceUri.OfRun run -> {
        RunRecord now = PathIds.run(run.id(), caller, runs);
        yield List.of(now.status(), now.updatedAt());
      }
    };
  }

  private static ResourceUri address(String uri) {
    return ResourceUri.parse(uri).orElseThrow(() -> Refusal.notFound("resource", uri).exception());
  }

  private ObjectNode thread(ResourceUri.OfThread address, Caller caller) {
    ThreadRecord thread = PathIds.thread(address.id(), caller, threads);
    var filter = new MessageQuery.Filter(Shown.EXTERNAL, null, 0, Long.MAX_VALUE);
    var found =
        threads.messages(
            new MessageQuery(thread.id(), filter, true, address.before(), 0, MESSAGES + 1, BYTES));
    int shown = Math.min(MESSAGES, found.items().size());
    List<StoredMessage> messages = found.items().subList(0, shown);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("thread_id", thread.id().value());
    if (thread.title() != null) {
      json.put("title", thread.title());
    }
    ArrayNode list = json.putArray("messages");
    messages.reversed().forEach(message -> add(list, message));
    if (found.cut() || found.items().size() > shown) {
      long before = messages.getLast().sequence();
      json.put("older", new ResourceUri.OfThread(address.id(), before).text());
    }
    return json;
  }

  /** Adds text and tool calls; media and reasoning are available in the native API. */
  private static void add(ArrayNode list, StoredMessage stored) {
    Message message = stored.shown();
    ObjectNode json = list.addObject();
    json.put("id", message.id()).put("role", message.role().wire()).put("text", message.text());
    for (ToolCall call : message.toolCalls()) {
      ObjectNode asked = json.withArray("tool_calls").addObject();
      asked.put("id", call.id()).put("name", call.name());
      asked.set("arguments", call.arguments());
    }
    put(json, "tool_call_id", message.toolCallId());
    put(json, "sender", message.sender());
    put(json, "run_id", message.metadata() == null ? null : message.metadata().runId());
  }

  private static ObjectNode run(RunRecord run) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("run_id", run.runId().value()).put("thread_id", run.threadId().value());
    json.put("agent_id", run.agentId()).put("status", run.status().wire());
    put(json, "response", run.finalOutput());
    if (run.termination() != null) {
      json.set("termination_reason", ProtocolJson.mapper().valueToTree(run.termination()));
    }
    put(json, "error", run.termination() instanceof TerminationReason.Error e ? e.value() : null);
    json.put("created_at", time(run.createdAt()));
    if (run.finishedAt() != null) {
      json.put("finished_at", time(run.finishedAt()));
    }
    return json;
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static void put(ObjectNode json, String field, String value) {
    if (value != null) {
      json.put(field, value);
    }
  }
}
