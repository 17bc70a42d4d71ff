package io.awaken.http.api.run;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.ClientTools;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Ids;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.http.api.request.DeliveryFields;
import io.awaken.http.api.request.InputMessage;
import io.awaken.http.api.request.ModeNames;
import io.awaken.http.api.request.ShareEntry;
import io.awaken.http.api.request.SupersedesField;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of {@code POST /v1/runs}.
 *
 * @param agentId the agent; also read as {@code agentId}
 * @param threadId the conversation, null for a new one; also read as {@code threadId}
 * @param messages 1 to 200 messages of the user; optional with {@code supersedes}
 * @param mode how to treat an open run of the thread; default {@code interrupt}; with a delay only
 *     {@code queue}
 * @param frontendTools front-end tools; also read as {@code frontendTools}
 * @param background whether to return at once instead of streaming
 * @param priority among waiting runs, 0 first to 255 last; in the background only
 * @param delayMs milliseconds before the run is due; in the background only; also read as {@code
 *     delayMs}
 * @param overrides settings of the model calls of this run; null for those of its agent
 * @param supersedes the first message of the thread to supersede, or null
 * @param share who may use the thread besides its owner, if it is new; at most 10; null for none
 */
public record CreateRun(
    @Required @Described(max = Ids.MAX_LENGTH) @JsonAlias("agentId") String agentId,
    @Described(value = "Left out for a new thread.", max = Ids.MAX_LENGTH) @JsonAlias("threadId")
        String threadId,
    @Described(value = SupersedesField.MESSAGES, max = InputMessage.MAX_MESSAGES)
        List<InputMessage> messages,
    @Described(
            value =
                "How to treat an open run of the thread; with `delay_ms` only `queue`,"
                    + " which is the default then.",
            values = {
              "interrupt",
              "queue",
              "reject",
              "steer",
              "interrupt_then_queue",
              "live_then_queue"
            },
            fallback = "interrupt")
        String mode,
    @Described(value = "Tools that the client executes.", max = ClientTools.MAX_TOOLS)
        @JsonAlias("frontendTools")
        List<DeclaredTool> frontendTools,
    @Described(
            value = "Whether to return at once instead of streaming.",
            type = boolean.class,
            fallback = "false")
        Boolean background,
    @Described(
            value = "Among waiting runs, the least first.",
            min = 0,
            max = Delivery.LAST_PRIORITY,
            fallback = "" + Delivery.DEFAULT_PRIORITY)
        Long priority,
    @Described(
            value = "Milliseconds before the run is due.",
            min = 0,
            max = DeliveryFields.MAX_DELAY_MILLIS,
            fallback = "0")
        @JsonAlias("delayMs")
        Long delayMs,
    @Described(
            "Settings for the model calls of this run only, if the server allows them. Messages"
                + " that go to another run do not change its settings.")
        RunOverrides overrides,
    @Described(value = SupersedesField.DESCRIPTION, max = Ids.MAX_LENGTH) String supersedes,
    @Described(value = ShareEntry.DESCRIPTION, max = Sharing.MAX_ENTRIES) List<ShareEntry> share) {

  /** A front-end tool; the parameters are a JSON schema. */
  record DeclaredTool(@Required String name, String description, JsonNode parameters) {}

  /**
   * The checked request, without its overrides; see {@link RunOverrides#checked}.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   * @throws io.awaken.core.run.InvalidId for an invalid id
   */
  RunRequest toRequest(Caller caller) {
    if (agentId == null) {
      throw Refusal.missing("agent_id").exception();
    }
    Ids.check("agent_id", agentId);
    ThreadId thread = threadId == null ? null : new ThreadId(caller.tenant(), threadId);
    var input = SupersedesField.messages(messages, supersedes);
    return SupersedesField.of(
        supersedes,
        new RunRequest(agentId, thread, caller, input)
            .as(checkedMode())
            .with(clientTools())
            .sharing(ShareEntry.checked(share))
            .by(delivery()));
  }

  boolean inBackground() {
    return Boolean.TRUE.equals(background);
  }

  /** A delayed run does not affect the current one; it waits for its turn. */
  private SubmitMode checkedMode() {
    boolean later = delayMs != null && delayMs > 0;
    SubmitMode requested = ModeNames.of(mode, later ? SubmitMode.QUEUE : SubmitMode.INTERRUPT);
    if (later && requested != SubmitMode.QUEUE) {
      throw Refusal.invalid("delay_ms", "delay_ms requires the mode queue").exception();
    }
    return requested;
  }

  /** Streams start immediately, so a run with queue fields has none. */
  private Delivery delivery() {
    if (!inBackground() && (priority != null || delayMs != null)) {
      String field = priority != null ? "priority" : "delay_ms";
      throw Refusal.invalid(field, field + " is for runs in the background").exception();
    }
    return new DeliveryFields(priority, delayMs, null).checked();
  }

  /** Checked against the server's tools when the run is accepted. */
  private List<ClientTool> clientTools() {
    if (frontendTools == null) {
      return List.of();
    }
    var tools = new ArrayList<ClientTool>(frontendTools.size());
    for (int i = 0; i < frontendTools.size(); i++) {
      DeclaredTool tool = frontendTools.get(i);
      if (tool == null || tool.name() == null) {
        throw Refusal.missing("frontend_tools[" + i + "].name").exception();
      }
      boolean any = tool.parameters() == null || tool.parameters().isNull();
      tools.add(new ClientTool(tool.name(), tool.description(), any ? null : tool.parameters()));
    }
    return tools;
  }
}
