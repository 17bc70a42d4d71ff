package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.run.Ids;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.json.StrictJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.submit.NoticeStreams;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.SessionSubscriptions;
import io.awaken.mcp.McpFields;
import io.awaken.protocol.mcp.call.DirectCalls;
import io.awaken.protocol.mcp.call.OfferedTools;
import io.awaken.protocol.mcp.resource.DocumentResources;
import io.awaken.protocol.mcp.resource.Prompts;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.protocol.mcp.resource.Resources;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpc.InvalidMessage;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Request;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * The MCP server: reads a message, detects its era and answers it. Every failure becomes a protocol
 * error. Thread-safe; called on the thread of the request, which is suspended only for an answer
 * that comes later.
 */
@Dependent
public class McpServer {

  private final LegacyEra legacy;
  private final ModernEra modern;
  private final Ids ids;

  @Inject
  public McpServer(
      LiveRegistry registry,
      OfferedTools offered,
      DirectCalls direct,
      AgentCalls calls,
      QuestionAnswers answers,
      Tasks tasks,
      Resources resources,
      ResourceReader reader,
      DocumentResources documents,
      Prompts prompts,
      NoticeStreams notifications,
      StandingStreams standing,
      SubscriptionStore subscriptions,
      StreamThreads threads,
      Signatures signatures,
      LogLevels levels,
      Ids ids,
      McpSettings settings) {
    var tools = new OfferedAgents(registry, offered);
    var toolCalls = new ToolCalls(tools, calls, answers, signatures, tasks, direct, levels);
    var sessions = new Sessions(signatures, ids, settings.sessionLifetime());
    var taskMethods = new TaskMethods(tasks, calls, answers);
    Methods shared =
        new ResourceMethods(resources, reader, documents, prompts)
            .with(new Methods().streamed("tools/call", toolCalls::call));
    Methods ofSessions =
        new Methods(shared)
            .simple("ping", asked -> JsonNodeFactory.instance.objectNode())
            .simple("logging/setLevel", levels::set)
            .simple(
                "tools/list",
                asked -> tools.page(asked.cursor(), TaskMethods.offered(asked), asked.caller()));
    var sources =
        new ListenMethod.Sources(
            registry, (cursor, who) -> tools.page(cursor, false, who), prompts, reader, tasks);
    var listening = new ListenMethod(notifications, threads, sources);
    var sessionNotices =
        new SessionNotifications(
            new SessionSubscriptions(subscriptions, settings.sessionLifetime(), Topics.MAX),
            standing,
            notifications,
            threads,
            sources);
    Methods stateless =
        new Methods(shared)
            .simple("tools/list", asked -> tools.page(asked.cursor(), false, asked.caller()))
            .streamed("subscriptions/listen", listening::listen);
    legacy =
        new LegacyEra(
            sessions,
            taskMethods.legacy(sessionNotices.with(ofSessions)),
            calls,
            answers,
            direct,
            levels,
            sessionNotices);
    modern = new ModernEra(taskMethods.modern(stateless));
    this.ids = ids;
  }

  /** Answers a posted message. */
  void post(InputStream body, McpRequest http) {
    JsonNode id = null;
    try {
      JsonNode json = read(body);
      if (json.isArray()) {
        legacy.handleBatch(json, http);
        return;
      }
      JsonRpcMessage message = JsonRpc.read(json, McpFields.ABSENT);
      id = message instanceof Request request ? request.id() : null;
      if (Envelope.claimed(message, http.headers())) {
        modern.handle(message, http);
      } else {
        legacy.handle(message, http);
      }
    } catch (InvalidMessage invalid) {
      http.response()
          .resume(McpAnswers.of(invalid.id(), McpFailure.of(400, invalid.answer().error())));
    } catch (RuntimeException failure) {
      http.response().resume(McpAnswers.of(id, failure(failure)));
    }
  }

  private static JsonNode read(InputStream body) {
    try {
      JsonNode json = StrictJson.read(body, ProtocolJson.mapper(), JsonNode.class);
      if (json == null || json.isMissingNode()) {
        throw McpFailure.of(400, JsonRpcError.PARSE_ERROR, "the body must be a JSON object");
      }
      return json;
    } catch (RefusedException refused) {
      Refusal refusal = refused.refusal();
      throw refusal.status() == 400
          ? McpFailure.of(400, JsonRpcError.PARSE_ERROR, refusal.message())
          : McpFailure.of(refusal);
    } catch (IOException e) {
      throw McpFailure.of(400, JsonRpcError.PARSE_ERROR, "the body could not be read");
    }
  }

  /** Resumes a stream, or opens the standing stream of a session. */
  void resume(String lastEventId, McpRequest http) {
    try {
      legacy.resume(lastEventId, http);
    } catch (RuntimeException failure) {
      McpFailure answer =
          failure instanceof RefusedException refused && refused.refusal().status() == 404
              ? McpFailure.of(404, JsonRpcError.INVALID_PARAMS, refused.refusal().message())
              : failure(failure);
      http.response().resume(McpAnswers.of(null, answer));
    }
  }

  private McpFailure failure(RuntimeException failure) {
    if (failure instanceof McpFailure known) {
      return known;
    }
    return Refusals.of(failure).map(McpFailure::of).orElseGet(() -> unexpected(failure));
  }

  private McpFailure unexpected(RuntimeException failure) {
    return McpFailure.of(
        500, JsonRpcError.INTERNAL_ERROR, Refusals.unexpected(failure, ids).message());
  }

  /**
   * Settings of the MCP server.
   *
   * @param sessionLifetime after which a client must start a new session
   */
  public record McpSettings(Duration sessionLifetime) {}
}
