package io.awaken.provider.gemini;

import io.awaken.core.message.Media;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.AnswerReader;
import io.awaken.provider.http.ErrorDocuments;
import io.awaken.provider.http.ModelListing;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ProviderFailures;
import io.awaken.provider.http.RequestDocument;
import io.awaken.provider.http.StreamFormat;
import java.util.regex.Pattern;

/**
 * Streamed content.
 *
 * @param providerId id under which its signatures are stored
 */
record GenerateWire(String providerId) implements ModelWire {

  private static final StreamFormat EVENTS = StreamFormat.serverSentEvents(false);
  private static final ErrorDocuments ERRORS = new GenerateErrors();
  private static final ModelListing LIST =
      new ModelListing("/models?pageSize=1000", "models", "name", "models/");

  /** Names that need no encoding in a URL; tuned models have a collection as prefix. */
  private static final Pattern MODEL =
      Pattern.compile("([A-Za-z][A-Za-z0-9]*/)?[A-Za-z0-9][A-Za-z0-9._-]*");

  @Override
  public RequestDocument request(LlmRequest request) throws InferenceException {
    String model = request.model();
    if (!MODEL.matcher(model).matches()) {
      throw new InferenceException(
          Kind.MODEL_NOT_FOUND,
          "model provider " + providerId + " has no model with a name that cannot be part of a URL",
          null);
    }
    String path = model.indexOf('/') < 0 ? "/models/" + model : "/" + model;
    return new RequestDocument(
        path + ":streamGenerateContent?alt=sse", GenerateRequestWriter.write(request, providerId));
  }

  @Override
  public String refuses(Media media) {
    return GenerateMedia.refuses(media);
  }

  @Override
  public StreamFormat format() {
    return EVENTS;
  }

  @Override
  public AnswerReader answer(LlmListener listener, ProviderFailures failures) {
    return new GenerateAnswer(providerId, listener, failures);
  }

  @Override
  public ModelListing models() {
    return LIST;
  }

  @Override
  public ErrorDocuments errors() {
    return ERRORS;
  }
}
