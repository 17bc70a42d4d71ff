package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A minimal wire: {@code {"say": "text"}} lines and {@code {"done": true}}. */
final class LineWire implements ModelWire {

  /** The last request. */
  volatile LlmRequest asked;

  @Override
  public RequestDocument request(LlmRequest request) {
    asked = request;
    return new RequestDocument(
        "/api/ask?model=" + request.model(), "{}".getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String refuses(Media media) {
    return null;
  }

  @Override
  public StreamFormat format() {
    return StreamFormat.lines();
  }

  @Override
  public ModelListing models() {
    return new ModelListing("/models", "list", "name", "models/");
  }

  @Override
  public ErrorDocuments errors() {
    return error -> "too_long".equals(error.path("type").asText()) ? Kind.CONTEXT_OVERFLOW : null;
  }

  @Override
  public AnswerReader answer(LlmListener listener, ProviderFailures failures) {
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
