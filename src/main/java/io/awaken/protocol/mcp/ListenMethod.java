package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Caller;
import io.awaken.http.security.RefusedException;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.submit.NoticeStreams;
import io.awaken.mcp.McpMeta;
import io.awaken.protocol.mcp.resource.Prompts;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.rpc.JsonRpcError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
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
  void listen(Invocation invocation) {
    Topics requested = requested(invocation);
    if (!requested.tasks().isEmpty() && !invocation.abilities().tasks()) {
      throw Capabilities.missing(McpMeta.TASKS);
    }
    McpRequest http = invocation.http();
    if (!http.headers().acceptsStream()) {
      throw McpFailure.of(
          406, JsonRpcError.SERVER_ERROR, "the answer is a stream: accept text/event-stream");
    }
    WatchedTopics watch = watch(requested, invocation);
    var subscription = new Subscription(invocation.request().id(), threads);
    subscription.acknowledge(watch.agreed());
    streams.open(subscription.feed(), invocation.caller(), http.suspended(), http.response());
    subscription.follow(watch.lists(), watch.changes(), sources.registry()::watch);
  }

  private static Topics requested(Invocation invocation) {
    try {
      return Topics.of(invocation.params());
    } catch (RefusedException refused) {
      throw McpFailure.of(refused.refusal());
    }
  }

  private WatchedTopics watch(Topics requested, Invocation invocation) {
    var watch = new WatchedTopics(invocation.caller(), invocation.abilities().client());
    if (requested.tools()) {
      watch.tools(sources.toolList(invocation.caller()));
    }
    if (requested.prompts()) {
      watch.prompts(sources.prompts());
    }
    requested.resources().forEach(uri -> watch.resource(uri, sources.resources()));
    requested.tasks().forEach(id -> watch.task(id, sources.tasks()));
    return watch;
  }

  /**
   * All pages of a tool list; rebuilt only after the registry changes. For one thread at a time.
   */
  static final class ToolList implements Supplier<Object> {

    private final LiveRegistry registry;
    private final Function<JsonNode, JsonNode> page;
    private RegistrySnapshot of;
    private List<JsonNode> list;

    /**
     * @param registry the source of the tools
     * @param page a page of the list, by cursor
     */
    ToolList(LiveRegistry registry, Function<JsonNode, JsonNode> page) {
      this.registry = registry;
      this.page = page;
    }

    @Override
    public Object get() {
      RegistrySnapshot now = registry.get();
      if (now != of) {
        list = pages();
        of = now;
      }
      return list;
    }

    private List<JsonNode> pages() {
      var pages = new ArrayList<JsonNode>();
      JsonNode cursor = null;
      do {
        JsonNode next = page.apply(cursor);
        pages.add(next);
        cursor = next.get("nextCursor");
      } while (cursor != null);
      return pages;
    }
  }
}
