package io.awaken.core.loop.inference;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import io.awaken.core.schema.AnswerCheck;
import io.awaken.core.spec.ResponseFormat;
import java.util.List;
import java.util.Optional;

/**
 * Holds the last answer of a run to the form that its request or its agent asks for (features row
 * 1021). An answer of another form is followed by a message that says what is wrong with it, which
 * no reader is shown. Stateless.
 */
public final class AnswerForm {

  /** Why such a run ends when no answer has the form. */
  public static final String CODE = "output_invalid";

  private static final String CORRECTION = "-form";

  private AnswerForm() {}

  /** Why an answer does not have its form; empty when it has. */
  public static Optional<String> breach(Activation run, Message answer) {
    ResponseFormat format = RequestBuilder.format(run);
    return format == null ? Optional.empty() : AnswerCheck.breach(format, answer.text());
  }

  /** Whether the model is asked once more: what was asked before counts for the whole run. */
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

  /** What the model reads behind its answer. */
  public static Message correction(Activation run, String breach) {
    return new Message(
        run.stepMessageId() + CORRECTION,
        Role.USER,
        List.of(
            new ContentBlock.Text(
                "Your answer does not have the form that was asked for: "
                    + breach
                    + ". Answer again with JSON of that form, and with nothing else.")),
        List.of(),
        null,
        Visibility.INTERNAL,
        run.metadata());
  }
}
