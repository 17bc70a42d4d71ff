package io.awaken.core.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.spec.Secret;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.spec.WebhookSpec.Event;
import io.awaken.core.spec.WebhookSpec.Person;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.RawHttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A node whose tool asks, its webhooks and a server that receives their messages. */
final class Receiving implements AutoCloseable {

  static final String SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
  static final Person BOB = new Person("bob", List.of("manager"));

  private static final ObjectMapper JSON = new ObjectMapper();

  final List<WebhookSpec> webhooks = new CopyOnWriteArrayList<>();
  final RawHttpServer server;
  final AskingNode asking;
  final OutsideRelay relay;
  final FailedDeliveries failed;
  private final CheckedHttp http;

  /** The status line and headers of answers; the body is their own. */
  volatile String answer =
      "HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

  Receiving(SuspendTicket ticket) {
    server = RawHttpServer.answering(connection -> connection.text(answer));
    var notices = new ArrayList<Notices>(1);
    asking =
        new AskingNode(
            ticket,
            ports -> {
              notices.add(new Notices(() -> webhooks, () -> now(), () -> {}));
              return new LoopPorts(
                  ports.stores(),
                  ports.sinks(),
                  ports.settings(),
                  ports.observer(),
                  notices.getFirst());
            });
    int port = URI.create(server.baseUrl()).getPort();
    http =
        CheckedHttp.of(
            TargetRules.of(true, List.of(Integer.toString(port)), List.of("127.0.0.1")),
            task -> Thread.ofVirtual().start(task),
            Duration.ofSeconds(10));
    var stores = asking.node.stores;
    relay =
        new OutsideRelay(
            new OutsideRelay.Ports(stores.outbox(), stores.suspensions(), notices.getFirst()),
            new WebhookReceiver(() -> webhooks, asking.clock, "https://agents.example"),
            http,
            Runnable::run,
            () -> false);
    failed = new FailedDeliveries(stores.outbox(), relay);
  }

  private Instant now() {
    return asking.clock.instant();
  }

  /** Adds a webhook of the server. */
  WebhookSpec hook(String id, Person person, Event... events) {
    return hook(id, server.baseUrl() + "/" + id, person, events);
  }

  WebhookSpec hook(String id, String url, Person person, Event... events) {
    return hook(id, url, null, person, events);
  }

  /** Adds a webhook of the server that hears only of questions that stay open. */
  WebhookSpec escalated(String id, Duration after) {
    int seconds = Math.toIntExact(after.toSeconds());
    return hook(id, server.baseUrl() + "/" + id, seconds, BOB, Event.QUESTION_ESCALATED);
  }

  private WebhookSpec hook(
      String id, String url, Integer escalateAfterS, Person person, Event... events) {
    var hook =
        new WebhookSpec(
            id,
            url,
            Secret.of(SECRET),
            events.length == 0 ? null : List.of(events),
            null,
            null,
            null,
            escalateAfterS,
            person);
    webhooks.add(hook);
    return hook;
  }

  /** From now on the receiver answers this. */
  void answers(String status) {
    answer = "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  }

  List<FailedEntry> undelivered() {
    return failed.of("default", 0, 0, 10).items();
  }

  /** Lets time pass, and the node look. */
  void after(Duration time) {
    asking.clock.advance(time);
    relay.run();
  }

  List<RawHttpServer.Request> requests() {
    return server.requests();
  }

  List<JsonNode> messages() {
    return requests().stream().map(Receiving::message).toList();
  }

  List<String> types() {
    return messages().stream().map(message -> message.path("type").asText()).toList();
  }

  static JsonNode message(RawHttpServer.Request request) {
    try {
      return JSON.readTree(request.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String header(RawHttpServer.Request request, String name) {
    return request
        .head()
        .lines()
        .filter(line -> line.toLowerCase().startsWith(name.toLowerCase() + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() throws Exception {
    http.close();
    server.close();
  }
}
