package io.awaken.core.loop.inference;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import io.awaken.core.schema.FormatCheck;
import io.awaken.core.spec.ResponseFormat;
import java.util.List;
import java.util.Optional;

/**
 * Validates the last answer of a run against the format that its request or agent requires
 * (features row 1021). An invalid answer is followed by a correction that readers do not see.
 * Stateless.
 */
public final class AnswerForm {

  /** The error code when no answer has the required format. */
  public static final String CODE = "output_invalid";

  private static final String CORRECTION = "-form";

  private AnswerForm() {}

  /** Why an answer violates its format, or empty. */
  public static Optional<String> breach(Activation run, Message answer) {
    ResponseFormat format = RequestBuilder.format(run);
    return format == null ? Optional.empty() : FormatCheck.breach(format, answer.text());
  }

  /** Whether the model is asked again; corrections count for the whole run. */
  public static boolean retries(Activation run) {
    int left = run.agent().spec().responseRetries();
    if (left == 0 || run.step() >= run.agent().spec().maxRounds()) {
      return false;
    }
    String own = run.identity().runId() + "-";
    for (Message message : run.history()) {
      if (message.id().startsWith(own) && message.id().endsWith(CORRECTION) && --left == 0) {
        return false;
      }
    }
    return true;
  }

  /** The correction that follows the answer. */
  public static Message correction(Activation run, String breach) {
    return new Message(
        run.stepMessageId() + CORRECTION,
        Role.USER,
        List.of(
            new ContentBlock.Text(
                "Your answer does not have the required format: "
                    + breach
                    + ". Answer again with JSON in that format, and with nothing else.")),
        List.of(),
        null,
        Visibility.INTERNAL,
        run.metadata());
  }
}
