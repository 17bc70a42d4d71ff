package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.io.IOException;
import java.util.List;

/** Requests the list of a provider's models. Thread-safe. */
final class ListedModels {

  /** Maximum bytes of a list; the largest catalogues have less than a tenth. */
  private static final int LIST_BYTES = 4 << 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final StreamedModel.Calls calls;
  private final ProviderEndpoint endpoint;
  private final ModelListing listing;
  private final ProviderFailures failures;

  ListedModels(
      StreamedModel.Calls calls,
      ProviderEndpoint endpoint,
      ModelListing listing,
      ProviderFailures failures) {
    this.calls = calls;
    this.endpoint = endpoint;
    this.listing = listing;
    this.failures = failures;
  }

  List<String> names(int most, CancellationToken cancellation) throws InferenceException {
    cancellation.throwIfCancelled();
    var request = endpoint.get(listing.path());
    // One byte above the limit, to distinguish an oversized list from a broken connection.
    long atMost = 2L * LIST_BYTES;
    try (OutboundCall call = calls.open(request, endpoint.limits().idle(), atMost);
        CancellationToken.Registration registration = cancellation.onCancel(call::close)) {
      return names(call, most);
    } catch (IOException e) {
      cancellation.throwIfCancelled();
      throw failures.unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.throwIfCancelled();
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  private List<String> names(OutboundCall call, int most)
      throws IOException, InterruptedException, InferenceException {
    AnswerHead head = call.head();
    if (head.status() != 200) {
      throw failures.of(head, call.readAtMost(endpoint.limits().errorBytes()), "of its list");
    }
    byte[] body = call.readAtMost(LIST_BYTES + 1);
    if (body.length > LIST_BYTES) {
      throw failures.failure(
          Kind.PROVIDER, "sent a list of models with more than %d bytes".formatted(LIST_BYTES));
    }
    List<String> names = listing.names(parsed(body), most);
    if (names == null) {
      throw failures.failure(Kind.PROVIDER, "did not answer with a list of models");
    }
    call.finish();
    return names;
  }

  private static JsonNode parsed(byte[] body) throws IOException {
    try {
      return MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
