package io.awaken.http.api.suspension;

import static io.awaken.http.api.run.AskingApi.read;
import static io.awaken.http.api.run.AskingApi.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;

/** The routes of questions and decisions over a node, for the caller of the moment. */
public final class SuspensionsApi {

  private final AskingApi api;

  public SuspensionsApi(AskingApi api) {
    this.api = api;
  }

  public JsonNode decideIn(String thread, String body) {
    return wire(ofThreads().decided(thread, decision(body)));
  }

  public JsonNode ofThread(String thread, String status, String limit, String cursor) {
    return wire(ofThreads().list(thread, status, limit, cursor));
  }

  private ThreadSuspensionsResource ofThreads() {
    var resource = new ThreadSuspensionsResource();
    resource.threads = api.asking.node.stores.threads();
    resource.suspensions = api.asking.node.stores.suspensions();
    resource.decisions = api.beans().decisions();
    resource.security = KnownCallers.of(api.caller);
    return resource;
  }

  static JsonNode inbox(AskingApi api, SuspensionParameters parameters) {
    var resource = new SuspensionsResource();
    resource.suspensions = api.asking.node.stores.suspensions();
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.list(parameters));
  }

  /** The first page without a filter. */
  public static JsonNode first(SuspensionsResource resource) {
    return wire(resource.list(new SuspensionParameters()));
  }

  /** The parsed body of a decision. */
  public static SubmitDecision decision(String body) {
    return read(body, SubmitDecision.class);
  }

  /** Sends a body. */
  public static DecisionRequest wanted(String body, Caller caller) {
    return decision(body).toRequest(caller);
  }
}
