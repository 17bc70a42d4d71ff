package io.awaken.http.api.run;

import io.awaken.http.api.request.InputMessage;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * The body of {@code POST /v1/runs/{id}/inputs}.
 *
 * @param mode how to treat the thread's open run; default {@code steer}
 * @param messages 1 to 200 messages of the user
 */
public record SendInputs(
    @Described(
            value = "How to treat the thread's open run.",
            values = {
              "interrupt",
              "queue",
              "reject",
              "steer",
              "interrupt_then_queue",
              "live_then_queue",
              "resume_open_run"
            },
            fallback = "steer")
        String mode,
    @Required @Described(value = "Messages of the user.", min = 1, max = InputMessage.MAX_MESSAGES)
        List<InputMessage> messages) {}
