package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A minimal wire: {@code {"say": "text"}} lines and {@code {"done": true}}. */
final class LineWire {

  /** The last request. */
  volatile LlmRequest asked;

  ModelWire wire() {
    return new ModelWire(
        StreamFormat.lines(),
        new ModelListing("/models", "list", "name", "models/"),
        error -> "too_long".equals(error.path("type").asText()) ? Kind.CONTEXT_OVERFLOW : null,
        this::request,
        LineWire::answer,
        media -> null);
  }

  private ModelWire.Document request(LlmRequest request) {
    asked = request;
    return new ModelWire.Document(
        "/api/ask?model=" + request.model(), "{}".getBytes(StandardCharsets.UTF_8));
  }

  private static AnswerReader answer(LlmListener listener, ProviderFailures failures) {
    return new AnswerReader() {
      private final StringBuilder text = new StringBuilder();
      private boolean done;

      @Override
      public boolean accept(JsonNode event) throws InferenceException {
        if (failures.isError(event)) {
          throw failures.inStream(event);
        }
        String piece = event.path("say").asText("");
        if (!piece.isEmpty()) {
          text.append(piece);
          listener.text(piece);
        }
        done = event.path("done").asBoolean();
        return done;
      }

      @Override
      public boolean finished() {
        return done;
      }

      @Override
      public StreamResult result() {
        return new StreamResult(
            List.of(new ContentBlock.Text(text.toString())),
            List.of(),
            null,
            StopReason.END_TURN,
            false);
      }

      @Override
      public StreamResult soFar() {
        return result();
      }
    };
  }
}
