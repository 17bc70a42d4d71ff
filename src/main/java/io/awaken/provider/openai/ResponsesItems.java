package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The items of one response. Servers disagree about what identifies an item: its place, which may
 * be missing or the same for all, its id, which may be another in each event, or its call. For one
 * thread.
 */
final class ResponsesItems {

  private final LlmListener listener;
  private final List<ResponsesItem> items = new ArrayList<>();

  ResponsesItems(LlmListener listener) {
    this.listener = listener;
  }

  /** In the order of the answer. */
  List<ResponsesItem> all() {
    return items;
  }

  /** Takes the final forms of all items, which may be other items than those of the stream. */
  void finish(JsonNode output) {
    var left = new ArrayList<>(items);
    int place = 0;
    for (JsonNode whole : output) {
      String type = whole.path("type").asText("");
      ResponsesItem item = streamed(left, type, place, whole);
      left.remove(item);
      (item == null ? created(type, place) : item).finish(whole);
      place++;
    }
  }

  /** The item of the stream that this is, even with another id or place; null for none. */
  private static ResponsesItem streamed(
      List<ResponsesItem> left, String type, int place, JsonNode whole) {
    String id = whole.path("id").asText("");
    String callId = whole.path("call_id").asText("");
    List<ResponsesItem> alike =
        left.stream()
            .filter(item -> item.type().equals(type))
            .filter(
                item ->
                    callId.isEmpty()
                        || item.sentCallId().isEmpty()
                        || item.sentCallId().equals(callId))
            .toList();
    return first(alike, item -> !callId.isEmpty() && item.sentCallId().equals(callId))
        .or(() -> first(alike, item -> !id.isEmpty() && item.id().equals(id)))
        .or(() -> first(alike, item -> item.index() != null && item.index() == place))
        .or(() -> first(alike, item -> true))
        .orElse(null);
  }

  private static Optional<ResponsesItem> first(
      List<ResponsesItem> items, Predicate<ResponsesItem> wanted) {
    return items.stream().filter(wanted).findFirst();
  }

  /** The item that an event is about, or a new one. */
  ResponsesItem item(JsonNode event, String type, JsonNode whole) {
    JsonNode place = event.path("output_index");
    Integer index = place.isMissingNode() || place.isNull() ? null : place.asInt();
    String id = id(event, whole);
    ResponsesItem known = find(type, index, id);
    if (known == null && index == null && whole.path("call_id").isTextual()) {
      String callId = whole.path("call_id").textValue();
      known = first(items, item -> !item.done() && item.sentCallId().equals(callId)).orElse(null);
    }
    return known == null || isAnother(known, index, whole) ? created(type, index) : known;
  }

  /** Whether a form of an item is not the next one of an item that is done. */
  private static boolean isAnother(ResponsesItem known, Integer index, JsonNode whole) {
    if (!known.done() || !whole.isObject()) {
      return false;
    }
    String callId = whole.path("call_id").asText("");
    String id = callId.isEmpty() ? whole.path("id").asText("") : callId;
    String other = callId.isEmpty() ? known.id() : known.sentCallId();
    return id.isEmpty() ? index == null : !id.equals(other);
  }

  private static String id(JsonNode event, JsonNode whole) {
    String id = event.path("item_id").asText("");
    return id.isEmpty() ? whole.path("id").asText("") : id;
  }

  /**
   * The item that an event is about: of its type, by its place and id, else by its place, else by
   * its id, else the last one. Servers leave out or repeat any of them.
   */
  private ResponsesItem find(String type, Integer index, String id) {
    ResponsesItem found = null;
    // By number, since this is done for every piece, and an iterator backwards costs 160 bytes.
    for (int i = items.size() - 1; i >= 0; i--) {
      ResponsesItem item = items.get(i);
      if (item.type().equals(type)) {
        boolean place = index != null && index.equals(item.index());
        boolean same = !id.isEmpty() && item.id().equals(id);
        if (place && same || index == null && id.isEmpty()) {
          return item;
        }
        boolean placed = found != null && index != null && index.equals(found.index());
        if (place && !placed || same && found == null) {
          found = item;
        }
      }
    }
    return found;
  }

  private ResponsesItem created(String type, Integer index) {
    var item = new ResponsesItem(type, index, listener, this::unused);
    int at = items.size();
    while (index != null && at > 0 && after(items.get(at - 1), index)) {
      at--;
    }
    items.add(at, item);
    return item;
  }

  private static boolean after(ResponsesItem item, int index) {
    return item.index() != null && item.index() > index;
  }

  /** An id of its own for a call. */
  String unused(String wanted) {
    return ToolCall.unusedId(wanted, this::taken);
  }

  private boolean taken(String id) {
    return !id.isEmpty() && items.stream().anyMatch(item -> item.callId().equals(id));
  }
}
