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
    return wire(threads().interrupted(thread));
  }

  public JsonNode cancel(String thread) {
    return wire(threads().cancelled(thread));
  }

  public JsonNode send(String thread, String body, String key) {
    return wire(threads().sent(thread, key, read(body, SendMessages.class)));
  }

  private ThreadsResource threads() {
    var resource = new ThreadsResource();
    resource.threads = api.asking.node.stores.threads();
    resource.service = api.beans().service();
    resource.runs = api.asking.node.stores.runs();
    resource.stops = api.beans().stops();
    resource.security = KnownCallers.of(api.caller);
    return resource;
  }

  /** The texts of a body. */
  public static List<String> texts(String body) {
    return InputMessage.messages(read(body, SendMessages.class).messages()).stream()
        .map(Message::text)
        .toList();
  }
}
