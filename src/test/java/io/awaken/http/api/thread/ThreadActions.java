package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.read;
import static io.awaken.http.api.run.AskingApi.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.http.api.request.InputMessage;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;
import java.util.List;

/** Sends messages to a thread and stops it, on a node, for the current caller. */
public final class ThreadActions {

  private final AskingApi api;

  public ThreadActions(AskingApi api) {
    this.api = api;
  }

  public JsonNode interrupt(String thread) {
    var resource = new ThreadInterruptResource();
    resource.stops = api.beans().stops();
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.interrupted(thread));
  }

  public JsonNode cancel(String thread) {
    var resource = new ThreadCancelResource();
    resource.threads = api.asking.node.stores.threads();
    resource.stops = api.beans().stops();
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.cancelled(thread));
  }

  public JsonNode send(String thread, String body, String key) {
    var resource = new ThreadMessagesResource();
    resource.threads = api.asking.node.stores.threads();
    resource.acceptance = api.beans().acceptance();
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.sent(thread, key, read(body, SendMessages.class)));
  }

  /** The texts of a body. */
  public static List<String> texts(String body) {
    return InputMessage.messages(read(body, SendMessages.class).messages()).stream()
        .map(Message::text)
        .toList();
  }
}
