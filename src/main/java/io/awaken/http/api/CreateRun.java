package io.awaken.http.api;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.FrontendTools;
import io.awaken.core.commit.SubmitMode;
import io.awaken.core.mailbox.RunRequest;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Ids;
import io.awaken.core.run.ThreadId;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of {@code POST /v1/runs} (features section 3.2).
 *
 * @param agentId the agent; also read as {@code agentId}
 * @param threadId the conversation, null for a new one; also read as {@code threadId}
 * @param messages what the user says, 1 to 200
 * @param mode what happens when another run keeps the thread; {@code interrupt} unless told
 * @param frontendTools tools that the client executes itself; also read as {@code frontendTools}
 */
record CreateRun(
    @Required @Described(max = Ids.MAX_LENGTH) @JsonAlias("agentId") String agentId,
    @Described(value = "Left out for a new thread.", max = Ids.MAX_LENGTH) @JsonAlias("threadId")
        String threadId,
    @Required @Described(value = "What the user says.", min = 1, max = CreateRun.MAX_MESSAGES)
        List<InputMessage> messages,
    @Described(
            value = "What happens when another run keeps the thread.",
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
    @Described(value = "Tools that the client executes.", max = FrontendTools.MAX_TOOLS)
        @JsonAlias("frontendTools")
        List<DeclaredTool> frontendTools) {

  static final int MAX_MESSAGES = 200;

  /**
   * What a client may say: only users speak from outside; the history of what the agent said is the
   * server's (features section 4 row 11).
   */
  record InputMessage(
      @Required @Described(values = "user") String role, @Required String content) {}

  /** A tool that the client executes; the parameters are a JSON schema. */
  record DeclaredTool(@Required String name, String description, JsonNode parameters) {}

  /**
   * The checked request.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   * @throws io.awaken.core.run.InvalidId for an id that cannot be one
   */
  RunRequest toRequest(Caller caller) {
    if (agentId == null) {
      throw Refusal.missing("agent_id").exception();
    }
    Ids.check("agent_id", agentId);
    ThreadId thread = threadId == null ? null : new ThreadId(threadId);
    return new RunRequest(agentId, thread, texts(), caller).as(submitMode()).with(clientTools());
  }

  private SubmitMode submitMode() {
    return switch (mode) {
      case null -> SubmitMode.INTERRUPT;
      case "interrupt", "interrupt_then_queue" -> SubmitMode.INTERRUPT;
      case "queue" -> SubmitMode.QUEUE;
      case "reject" -> SubmitMode.REJECT;
      case "steer", "live_then_queue" -> SubmitMode.STEER;
      default ->
          throw Refusal.invalid("mode", "mode must be interrupt, queue, reject or steer")
              .exception();
    };
  }

  private List<String> texts() {
    if (messages == null || messages.isEmpty()) {
      throw Refusal.missing("messages").exception();
    }
    if (messages.size() > MAX_MESSAGES) {
      throw Refusal.invalid(
              "messages", "messages must have at most %d entries".formatted(MAX_MESSAGES))
          .exception();
    }
    var texts = new ArrayList<String>(messages.size());
    for (int i = 0; i < messages.size(); i++) {
      texts.add(text(messages.get(i), "messages[" + i + "]"));
    }
    return texts;
  }

  /** What they may be is checked against the tools of the server, when the run is accepted. */
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

  private static String text(InputMessage message, String field) {
    if (message == null || message.role() == null) {
      throw Refusal.missing(field + ".role").exception();
    }
    if (!message.role().equals(Role.USER.wire())) {
      throw Refusal.invalid(
              field + ".role", "the role must be user, not " + shortened(message.role()))
          .exception();
    }
    if (message.content() == null) {
      throw Refusal.missing(field + ".content").exception();
    }
    if (message.content().isBlank()) {
      throw Refusal.invalid(field + ".content", field + ".content must not be blank").exception();
    }
    return Bodies.storable(field + ".content", message.content());
  }

  private static String shortened(String role) {
    return role.length() <= 32 ? role : role.substring(0, 32) + "...";
  }
}
