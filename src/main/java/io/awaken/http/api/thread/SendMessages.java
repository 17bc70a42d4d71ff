package io.awaken.http.api.thread;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.awaken.core.run.Ids;
import io.awaken.http.api.request.InputMessage;
import io.awaken.http.api.request.SupersedesField;
import io.awaken.http.openapi.Described;
import java.util.List;

/**
 * The body of {@code POST /v1/threads/{id}/messages}.
 *
 * @param agentId the agent; default: the last one of the thread; also read as {@code agentId}
 * @param mode what happens when another run keeps the thread; default {@code interrupt}
 * @param messages what the user says, 1 to 200; none with {@code supersedes} if so wished
 * @param supersedes the message of the thread from which on everything is superseded, or null
 */
public record SendMessages(
    @Described(value = "Default: the last one of the thread.", max = Ids.MAX_LENGTH)
        @JsonAlias("agentId")
        String agentId,
    @Described(
            value = "What happens when another run keeps the thread.",
            values = {
              "interrupt",
              "queue",
              "reject",
              "steer",
              "interrupt_then_queue",
              "live_then_queue",
              "resume_open_run"
            },
            fallback = "interrupt")
        String mode,
    @Described(value = SupersedesField.MESSAGES, max = InputMessage.MAX_MESSAGES)
        List<InputMessage> messages,
    @Described(value = SupersedesField.DESCRIPTION, max = Ids.MAX_LENGTH) String supersedes) {}
