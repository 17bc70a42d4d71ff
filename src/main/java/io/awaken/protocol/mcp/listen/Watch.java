package io.awaken.protocol.mcp.listen;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.prompt.Prompts;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.protocol.mcp.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Builds the subscriptions of one client from the topics that it requested. Missing resources and
 * those that the caller may not see are left out alike.
 */
public final class Watch {

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
  public Watch(Caller caller, ClientAbilities client) {
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
}
