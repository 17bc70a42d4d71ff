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
import java.util.ArrayList;
import java.util.List;

/**
 * Location and format of a provider's model list, and the request for it. Immutable.
 *
 * @param path path and query after the provider's base URL
 * @param list the array in the answer
 * @param name the field of an entry with the model's name
 * @param prefix prefix to remove from each name; may be empty
 */
public record ModelListing(String path, String list, String name, String prefix) {

  /** Maximum characters of a name; requests cannot use longer ones. */
  private static final int MAX_NAME = 256;

  /** Maximum bytes of a list; the largest catalogues have less than a tenth. */
  private static final int LIST_BYTES = 4 << 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A list whose names are used unchanged. */
  public ModelListing(String path, String list, String name) {
    this(path, list, name, "");
  }

  /**
   * Requests the names, in the provider's order.
   *
   * @param most maximum number of names
   */
  List<String> names(
      StreamedModel.Calls calls,
      ProviderEndpoint endpoint,
      ProviderFailures failures,
      int most,
      CancellationToken cancellation)
      throws InferenceException {
    cancellation.throwIfCancelled();
    var request = endpoint.get(path);
    // One byte above the limit, to distinguish an oversized list from a broken connection.
    long atMost = 2L * LIST_BYTES;
    try (OutboundCall call = calls.open(request, endpoint.limits().idle(), atMost);
        CancellationToken.Registration registration = cancellation.onCancel(call::close)) {
      return names(call, endpoint, failures, most);
    } catch (IOException e) {
      cancellation.throwIfCancelled();
      throw failures.unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.throwIfCancelled();
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  private List<String> names(
      OutboundCall call, ProviderEndpoint endpoint, ProviderFailures failures, int most)
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
    List<String> names = names(parsed(body), most);
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

  /**
   * The names in a list.
   *
   * @return null when the document has no such list
   */
  private List<String> names(JsonNode document, int most) {
    if (!document.path(list).isArray()) {
      return null;
    }
    var names = new ArrayList<String>();
    for (JsonNode entry : document.path(list)) {
      String text = entry.path(name).asText("");
      if (!text.isEmpty() && text.length() <= MAX_NAME && names.size() < most) {
        names.add(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
      }
    }
    return names;
  }
}
