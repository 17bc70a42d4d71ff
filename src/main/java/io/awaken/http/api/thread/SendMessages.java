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
 * @param agentId the agent; default: the last agent of the thread; also read as {@code agentId}
 * @param mode how to treat an open run of the thread; default {@code interrupt}
 * @param messages 1 to 200 messages of the user; optional with {@code supersedes}
 * @param supersedes the first message of the thread to supersede, or null
 */
public record SendMessages(
    @Described(value = "Default: the last agent of the thread.", max = Ids.MAX_LENGTH)
        @JsonAlias("agentId")
        String agentId,
    @Described(
            value = "How to treat an open run of the thread.",
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
