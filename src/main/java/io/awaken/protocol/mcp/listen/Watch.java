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
 * What one client is told of: of what it wants, what there is for it. What is not there, and what
 * the caller does not see, is left out alike.
 */
public final class Watch {

  private final Caller caller;
  private final ClientAbilities client;
  private final List<Change> lists = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<String> resources = new ArrayList<>();
  private final List<String> tasks = new ArrayList<>();
  private boolean tools;
  private boolean prompts;

  /**
   * @param client what it can be asked for
   */
  public Watch(Caller caller, ClientAbilities client) {
    this.caller = caller;
    this.client = client;
  }

  /**
   * Tells of the list of tools.
   *
   * @param state the list, equal as long as nothing has changed
   */
  public void tools(Supplier<Object> state) {
    tools = true;
    list("tools", state);
  }

  /** Tells of the list of prompts. */
  public void prompts(Prompts of) {
    prompts = true;
    list("prompts", of::state);
  }

  private void list(String what, Supplier<Object> state) {
    String method = "notifications/%s/list_changed".formatted(what);
    lists.add(new Change(state, state.get(), method, now -> JsonNodeFactory.instance.objectNode()));
  }

  /** Tells of a thread or run, until it is gone. */
  public void resource(String uri, ResourceReader reader) {
    try {
      Object now = reader.state(uri, caller);
      changes.add(
          new Change(
              () -> reader.state(uri, caller),
              now,
              "notifications/resources/updated",
              then -> JsonNodeFactory.instance.objectNode().put("uri", uri)));
      resources.add(uri);
    } catch (RefusedException none) {
      // The acknowledgement does not name it.
    }
  }

  /** Tells of a task, with its state, first as it is now. */
  public void task(String id, Tasks of) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("taskId", id);
    try {
      of.run(params, caller);
      changes.add(
          new Change(
              () -> of.state(params, ProtocolVersion.V2026_07_28, client, caller),
              null,
              "notifications/tasks",
              now -> (ObjectNode) now));
      tasks.add(id);
    } catch (RefusedException none) {
      // The acknowledgement does not name it.
    }
  }

  /** What the client is told of. */
  public Topics agreed() {
    return new Topics(tools, prompts, resources, tasks);
  }

  /** Of lists that change with the documents and the registry; looking at them costs no query. */
  public List<Change> lists() {
    return lists;
  }

  /** All others. */
  public List<Change> changes() {
    return changes;
  }
}
