package io.awaken.builtin.errors;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.TerminationReason;
import java.util.Map;

/**
 * Gives error events without content a text that people can read: an error event whose message is
 * blank, and the end of a failed run that has no response. Other texts stay unchanged. Thread-safe.
 */
public final class ErrorMessage implements Plugin {

  public static final String NAME = "error-message";

  /** The default text. */
  public static final String TEXT = "Something went wrong. Please try again.";

  /** After parts that may set a text. */
  private static final int LAST = 10_000;

  private final String text;
  private final Map<String, String> byCode;

  /** Uses {@link #TEXT}. */
  public ErrorMessage() {
    this(TEXT, Map.of());
  }

  /**
   * @param text text for people; not blank
   * @param byCode texts by error code, for example {@code rate_limited}
   */
  public ErrorMessage(String text, Map<String, String> byCode) {
    if (text == null || text.isBlank()) {
      throw new IllegalArgumentException("the text of " + NAME + " is blank");
    }
    this.text = text;
    this.byCode = Map.copyOf(byCode);
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "gives errors without content a text", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.onEvent((run, tagged) -> readable(tagged)).priority(LAST);
  }

  /** Null keeps the event. */
  private TaggedEvent readable(TaggedEvent tagged) {
    if (tagged.event() instanceof AgentEvent.Error error && isBlank(error.message())) {
      return tagged.with(new AgentEvent.Error(textOf(error.code()), error.code()));
    }
    if (tagged.event() instanceof AgentEvent.RunFinish finish
        && finish.termination() instanceof TerminationReason.Error
        && (finish.result() == null || isBlank(finish.result().response()))) {
      return tagged.with(
          new AgentEvent.RunFinish(
              finish.threadId(),
              finish.runId(),
              new AgentEvent.RunResult(text),
              finish.termination()));
    }
    return null;
  }

  private String textOf(String code) {
    return code == null ? text : byCode.getOrDefault(code, text);
  }

  private static boolean isBlank(String message) {
    return message == null || message.isBlank();
  }
}
