package io.awaken.http.api.run;

import io.awaken.http.api.request.InputMessage;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * The body of {@code POST /v1/runs/{id}/inputs}.
 *
 * @param mode what happens when a run keeps the thread; default {@code steer}
 * @param messages what the user says, 1 to 200
 */
public record SendInputs(
    @Described(
            value = "What happens when a run keeps the thread.",
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
    @Required @Described(value = "What the user says.", min = 1, max = InputMessage.MAX_MESSAGES)
        List<InputMessage> messages) {}
