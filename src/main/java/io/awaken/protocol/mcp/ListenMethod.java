package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.run.Caller;
import io.awaken.http.security.RefusedException;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.submit.NoticeStreams;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.McpMeta;
import io.awaken.protocol.mcp.listen.Subscription;
import io.awaken.protocol.mcp.listen.Topics;
import io.awaken.protocol.mcp.listen.Watch;
import io.awaken.protocol.mcp.prompt.Prompts;
import io.awaken.protocol.mcp.request.Asked;
import io.awaken.protocol.mcp.request.Capabilities;
import io.awaken.protocol.mcp.request.McpFailure;
import io.awaken.protocol.mcp.request.McpRequest;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.protocol.mcp.task.Tasks;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** {@code subscriptions/listen}, since 2026-07-28. Thread-safe. */
final class ListenMethod {

  private final NoticeStreams streams;
  private final StreamThreads threads;
  private final Sources sources;

  /**
   * The sources of change notifications.
   *
   * @param registry the source of the tools
   * @param tools a page of the caller's tool list, by cursor
   */
  record Sources(
      LiveRegistry registry,
      BiFunction<JsonNode, Caller, JsonNode> tools,
      Prompts prompts,
      ResourceReader resources,
      Tasks tasks) {

    /** The caller's tool list. */
    Supplier<Object> toolList(Caller caller) {
      return new ToolList(registry, cursor -> tools.apply(cursor, caller));
    }
  }

  ListenMethod(NoticeStreams streams, StreamThreads threads, Sources sources) {
    this.streams = streams;
    this.threads = threads;
    this.sources = sources;
  }

  /**
   * Opens the stream of a subscription.
   *
   * @throws McpFailure when it cannot be opened
   */
  void listen(Asked asked) {
    Topics wanted = wanted(asked);
    if (!wanted.tasks().isEmpty() && !asked.abilities().tasks()) {
      throw Capabilities.missing(McpMeta.TASKS);
    }
    McpRequest http = asked.http();
    if (!http.headers().acceptsStream()) {
      throw McpFailure.of(
          406, JsonRpcError.SERVER_ERROR, "the answer is a stream: accept text/event-stream");
    }
    Watch watch = watch(wanted, asked);
    var subscription = new Subscription(asked.request().id(), threads);
    subscription.acknowledge(watch.agreed());
    streams.open(subscription.feed(), asked.caller(), http.suspended(), http.response());
    subscription.follow(watch.lists(), watch.changes(), sources.registry()::watch);
  }

  private static Topics wanted(Asked asked) {
    try {
      return Topics.of(asked.params());
    } catch (RefusedException refused) {
      throw McpFailure.of(refused.refusal());
    }
  }

  private Watch watch(Topics wanted, Asked asked) {
    var watch = new Watch(asked.caller(), asked.abilities().client());
    if (wanted.tools()) {
      watch.tools(sources.toolList(asked.caller()));
    }
    if (wanted.prompts()) {
      watch.prompts(sources.prompts());
    }
    wanted.resources().forEach(uri -> watch.resource(uri, sources.resources()));
    wanted.tasks().forEach(id -> watch.task(id, sources.tasks()));
    return watch;
  }
}
