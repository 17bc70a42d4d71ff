package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Caller;
import io.awaken.core.text.CanonicalHash;
import io.awaken.http.submit.SessionSubscriptions;
import io.awaken.protocol.mcp.Subscription.ChangePoll;
import io.awaken.protocol.mcp.resource.ResourceReader;
import io.awaken.rpc.JsonRpcMessage.Notification;

/** Resource subscriptions of sessions, until 2025-11-25. Thread-safe. */
public final class SessionResources {

  private final SessionSubscriptions subscriptions;
  private final ResourceReader reader;

  public SessionResources(SessionSubscriptions subscriptions, ResourceReader reader) {
    this.subscriptions = subscriptions;
    this.reader = reader;
  }

  /**
   * Subscribes a session to a resource.
   *
   * @throws io.awaken.http.security.RefusedException 404 when the caller sees no resource with this
   *     URI, 400 when the session has too many subscriptions
   */
  public void subscribe(String session, String uri, Caller caller) {
    subscriptions.add(session, uri, digest(uri, caller), caller);
  }

  /** Ends a subscription, if there is one. */
  public void unsubscribe(String session, String uri, Caller caller) {
    subscriptions.remove(session, uri, caller);
  }

  /** Polls the session's current subscriptions; a deleted resource is reported once. */
  public ChangePoll of(String session, Caller caller) {
    return client ->
        subscriptions.notifyChanges(
            session,
            caller,
            uri -> digest(uri, caller),
            changed -> client.accept(updated(changed)));
  }

  private String digest(String uri, Caller caller) {
    return CanonicalHash.ofText(reader.state(uri, caller).toString());
  }

  private static Notification updated(String uri) {
    return new Notification(
        "notifications/resources/updated", JsonNodeFactory.instance.objectNode().put("uri", uri));
  }
}
