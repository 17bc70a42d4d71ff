package io.awaken.core.run;

import io.awaken.core.message.Message;
import io.awaken.core.spec.InferenceOverride;
import java.util.List;
import java.util.function.Consumer;

/**
 * Everything that is asked of a run. Requests, submissions, stored rows, claims and records hold it
 * whole: a new fact about a run is a component here, its parser and its user. Stored as one JSON
 * object beside the columns that are queried. Immutable.
 *
 * @param agentId the agent
 * @param parentRunId the run that delegates, or null
 * @param messages the input that is not in the thread yet; empty in claims and records
 * @param clientTools tools that the client executes; not in records
 * @param clientInput what the client sends besides messages and tools; not in records. An open run
 *     takes only the state from it
 * @param overrides settings of its model calls over those of its agent; plugins may override them
 *     for a step. Ignored for messages to an open run
 * @param supersedes the first message of the thread to supersede when the run starts, with
 *     everything behind it; null for none. Without messages the run answers what remains. Not in
 *     records
 * @param delivery how its job goes through the queue; ignored for messages to an open run. Not in
 *     records
 * @param parent the call that waits for the run; null for none. Not in records
 */
public record RunSpec(
    String agentId,
    RunId parentRunId,
    List<Message> messages,
    List<ClientTool> clientTools,
    ClientInput clientInput,
    InferenceOverride overrides,
    String supersedes,
    Delivery delivery,
    ParentCall parent) {

  /** Absent components, as in stored JSON, get their defaults. */
  public RunSpec {
    messages = messages == null ? List.of() : List.copyOf(messages);
    clientTools = clientTools == null ? List.of() : List.copyOf(clientTools);
    clientInput = clientInput == null ? ClientInput.NONE : clientInput;
    overrides = overrides == null ? InferenceOverride.NONE : overrides;
    delivery = delivery == null ? Delivery.USUAL : delivery;
  }

  /**
   * A run of an agent for a client without tools.
   *
   * @param parentRunId the run that delegates, or null
   */
  public static RunSpec of(String agentId, RunId parentRunId, List<Message> messages) {
    return new RunSpec(agentId, parentRunId, messages, null, null, null, null, null, null);
  }

  /** A copy with another agent and delegating run, which rows store in columns. */
  public RunSpec withAgent(String agent, RunId parent) {
    return with(
        parts -> {
          parts.agentId = agent;
          parts.parentRunId = parent;
        });
  }

  /**
   * Where the run comes from.
   *
   * @param parentThreadId the thread that its thread was created from, or null
   * @param caller its sender if the delivery names none
   */
  public Lineage lineage(ThreadId parentThreadId, Caller caller) {
    return new Lineage(parentThreadId, parentRunId, delivery.origin(), delivery.sender())
        .sentBy(caller.signature());
  }

  /** A copy with other input. */
  public RunSpec withMessages(List<Message> others) {
    return with(parts -> parts.messages = others);
  }

  /** A copy whose messages without a sender get this one; null leaves them as they are. */
  public RunSpec sentBy(String sender) {
    return messages.stream().allMatch(message -> message.sentBy(sender) == message)
        ? this
        : withMessages(messages.stream().map(message -> message.sentBy(sender)).toList());
  }

  /** A copy with client tools. */
  public RunSpec withClientTools(List<ClientTool> tools) {
    return with(parts -> parts.clientTools = tools);
  }

  /** A copy with input of the client. */
  public RunSpec withClientInput(ClientInput input) {
    return with(parts -> parts.clientInput = input);
  }

  /** A copy with settings of model calls. */
  public RunSpec withOverrides(InferenceOverride settings) {
    return with(parts -> parts.overrides = settings);
  }

  /** A copy that supersedes a message and everything behind it; null for none. */
  public RunSpec superseding(String messageId) {
    return with(parts -> parts.supersedes = messageId);
  }

  /** A copy with another delivery. */
  public RunSpec withDelivery(Delivery other) {
    return with(parts -> parts.delivery = other);
  }

  /** A copy whose end the call waits for. */
  public RunSpec calledBy(ParentCall call) {
    return with(
        parts -> {
          parts.parentRunId = call.runId();
          parts.parent = call;
        });
  }

  /** A copy without what only the nodes that execute the run read. */
  public RunSpec shown() {
    return with(
        parts -> {
          parts.messages = null;
          parts.clientTools = null;
          parts.clientInput = null;
          parts.supersedes = null;
          parts.delivery = null;
          parts.parent = null;
        });
  }

  private RunSpec with(Consumer<Parts> change) {
    var parts = new Parts(this);
    change.accept(parts);
    return parts.spec();
  }

  private static final class Parts {
    String agentId;
    RunId parentRunId;
    List<Message> messages;
    List<ClientTool> clientTools;
    ClientInput clientInput;
    InferenceOverride overrides;
    String supersedes;
    Delivery delivery;
    ParentCall parent;

    Parts(RunSpec from) {
      agentId = from.agentId;
      parentRunId = from.parentRunId;
      messages = from.messages;
      clientTools = from.clientTools;
      clientInput = from.clientInput;
      overrides = from.overrides;
      supersedes = from.supersedes;
      delivery = from.delivery;
      parent = from.parent;
    }

    RunSpec spec() {
      return new RunSpec(
          agentId,
          parentRunId,
          messages,
          clientTools,
          clientInput,
          overrides,
          supersedes,
          delivery,
          parent);
    }
  }
}
