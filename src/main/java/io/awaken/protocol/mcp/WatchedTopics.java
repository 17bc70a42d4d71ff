package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.Subscription.ChangePoll;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.resource.Prompts;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.rpc.JsonRpcMessage.Notification;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Builds the subscriptions of one client from the topics that it requested. Missing resources and
 * those that the caller may not see are left out alike.
 */
public final class WatchedTopics {

  private final Caller caller;
  private final ClientAbilities client;
  private final List<StatePoll> lists = new ArrayList<>();
  private final List<StatePoll> changes = new ArrayList<>();
  private final List<String> resources = new ArrayList<>();
  private final List<String> tasks = new ArrayList<>();
  private boolean tools;
  private boolean prompts;

  /**
   * @param client the client's capabilities
   */
  public WatchedTopics(Caller caller, ClientAbilities client) {
    this.caller = caller;
    this.client = client;
  }

  /**
   * Watches the tool list.
   *
   * @param state the list; equal as long as it is unchanged
   */
  public void tools(Supplier<Object> state) {
    tools = true;
    list("tools", state);
  }

  /** Watches the prompt list. */
  public void prompts(Prompts of) {
    prompts = true;
    list("prompts", of::state);
  }

  private void list(String what, Supplier<Object> state) {
    String method = "notifications/%s/list_changed".formatted(what);
    lists.add(
        new StatePoll(state, state.get(), method, now -> JsonNodeFactory.instance.objectNode()));
  }

  /** Watches a thread or run until it is deleted. */
  public void resource(String uri, ResourceReader reader) {
    try {
      Object now = reader.state(uri, caller);
      changes.add(
          new StatePoll(
              () -> reader.state(uri, caller),
              now,
              "notifications/resources/updated",
              then -> JsonNodeFactory.instance.objectNode().put("uri", uri)));
      resources.add(uri);
    } catch (RefusedException none) {
      // Left out of the acknowledgement.
    }
  }

  /** Watches a task; sends its current state first. */
  public void task(String id, Tasks of) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("taskId", id);
    try {
      of.run(params, caller);
      changes.add(
          new StatePoll(
              () -> of.state(params, ProtocolVersion.V2026_07_28, client, caller),
              null,
              "notifications/tasks",
              now -> (ObjectNode) now));
      tasks.add(id);
    } catch (RefusedException none) {
      // Left out of the acknowledgement.
    }
  }

  /** The topics that are watched. */
  public Topics agreed() {
    return new Topics(tools, prompts, resources, tasks);
  }

  /** Lists that change with documents and registry; polling them costs no query. */
  public List<StatePoll> lists() {
    return lists;
  }

  /** All other watched topics. */
  public List<StatePoll> changes() {
    return changes;
  }

  /** Compares a state with the one last sent to the client. For one thread at a time. */
  public static final class StatePoll implements ChangePoll {

    private static final Object GONE = new Object();

    private final Supplier<Object> state;
    private final String method;
    private final Function<Object, ObjectNode> params;
    private Object sent;

    /**
     * @param state reads the current state; unchanged states are equal; a refusal means that the
     *     subject is gone
     * @param sent the state that the client has; null for none
     * @param method of the notification
     * @param params the notification's parameters for a state; null sends no notification for a
     *     gone subject
     */
    StatePoll(
        Supplier<Object> state, Object sent, String method, Function<Object, ObjectNode> params) {
      this.state = state;
      this.sent = sent;
      this.method = method;
      this.params = params;
    }

    @Override
    public void poll(Consumer<Notification> client) {
      if (sent == GONE) {
        return;
      }
      Object now = now();
      if (now.equals(sent)) {
        return;
      }
      sent = now;
      ObjectNode changed = params.apply(now == GONE ? null : now);
      if (changed != null) {
        client.accept(new Notification(method, changed));
      }
    }

    private Object now() {
      try {
        return state.get();
      } catch (RefusedException gone) {
        return GONE;
      }
    }
  }
}
