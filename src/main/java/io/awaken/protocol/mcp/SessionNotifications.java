package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.text.CanonicalHash;
import io.awaken.http.security.RefusedException;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.submit.NoticeStreams;
import io.awaken.http.submit.SessionSubscriptions;
import io.awaken.protocol.mcp.Sessions.Session;
import io.awaken.protocol.mcp.Subscription.ChangePoll;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Notification;
import java.util.List;

/**
 * Notifications for clients with sessions, until 2025-11-25: resource subscriptions and the
 * standing stream that carries notifications. Thread-safe.
 */
final class SessionNotifications {

  private static final int TOO_MANY = 429;

  private final SessionSubscriptions subscriptions;
  private final StandingStreams standing;
  private final NoticeStreams streams;
  private final StreamThreads threads;
  private final ListenMethod.Sources sources;

  SessionNotifications(
      SessionSubscriptions subscriptions,
      StandingStreams standing,
      NoticeStreams streams,
      StreamThreads threads,
      ListenMethod.Sources sources) {
    this.subscriptions = subscriptions;
    this.standing = standing;
    this.streams = streams;
    this.threads = threads;
    this.sources = sources;
  }

  /** Adds the subscription methods. */
  Methods with(Methods others) {
    return others
        .simple("resources/subscribe", this::subscribe)
        .simple("resources/unsubscribe", this::unsubscribe);
  }

  private ObjectNode subscribe(Invocation invocation) {
    String uri = ResourceMethods.uri(invocation);
    try {
      Caller caller = invocation.caller();
      subscriptions.add(invocation.session(), uri, digest(uri, caller), caller);
    } catch (RefusedException refused) {
      throw refused.refusal().status() == 404 ? ResourceMethods.unknown(invocation, uri) : refused;
    }
    return JsonNodeFactory.instance.objectNode();
  }

  private ObjectNode unsubscribe(Invocation invocation) {
    subscriptions.remove(
        invocation.session(), ResourceMethods.uri(invocation), invocation.caller());
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * Opens the standing stream of a session and closes an earlier one on this node.
   *
   * @throws McpFailure 405 when the caller has reached its limit: clients then assume that the
   *     server has no such streams, and work without notifications
   */
  void open(Session session, McpRequest http) {
    if (!http.headers().acceptsStream()) {
      throw McpFailure.of(406, JsonRpcError.SERVER_ERROR, "accept text/event-stream");
    }
    standing.end(session.name());
    var watch = new WatchedTopics(http.caller(), session.client());
    watch.tools(sources.toolList(http.caller()));
    watch.prompts(sources.prompts());
    var stream = new Subscription(null, threads);
    try {
      streams.openStanding(stream.feed(), http.caller(), http.suspended(), http.response());
    } catch (RefusedException refused) {
      throw refused.refusal().status() == TOO_MANY
          ? LegacyEra.notOffered(refused.refusal().message())
          : refused;
    }
    standing.add(session.name(), stream);
    stream.follow(
        watch.lists(),
        List.of(subscribed(session.name(), http.caller())),
        change -> {
          Runnable unwatch = sources.registry().watch(change);
          return () -> {
            unwatch.run();
            standing.remove(session.name(), stream);
          };
        });
  }

  /** Polls the session's current subscriptions; a deleted resource is reported once. */
  private ChangePoll subscribed(String session, Caller caller) {
    return client ->
        subscriptions.notifyChanges(
            session,
            caller,
            uri -> digest(uri, caller),
            changed -> client.accept(updated(changed)));
  }

  private String digest(String uri, Caller caller) {
    return CanonicalHash.ofText(sources.resources().state(uri, caller).toString());
  }

  private static Notification updated(String uri) {
    return new Notification(
        "notifications/resources/updated", JsonNodeFactory.instance.objectNode().put("uri", uri));
  }
}
