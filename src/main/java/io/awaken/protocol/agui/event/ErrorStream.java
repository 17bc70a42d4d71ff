package io.awaken.protocol.agui.event;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The stream of a run that was not started: {@code RUN_STARTED} and {@code RUN_ERROR}. Stateless.
 */
public final class ErrorStream {

  private ErrorStream() {}

  /** The whole stream. */
  public static byte[] bytes(RunNames names, String code, String message) {
    var out = new ByteArrayOutputStream();
    var events = new EventWriter(FramePosition.START);
    events.withoutId(out);
    try {
      AguiEncoder.runStarted(names, null, events);
      events.event(
          "RUN_ERROR",
          json -> {
            json.writeStringField("message", message);
            json.writeStringField("code", code);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
