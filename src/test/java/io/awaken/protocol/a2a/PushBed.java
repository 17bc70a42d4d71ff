package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.core.webhook.Notices;
import io.awaken.core.webhook.OutsideRelay;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RawHttpServer;
import io.awaken.protocol.a2a.task.TaskViews;
import io.awaken.provider.scripted.Script;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An A2A server whose agent asks before it pays, and a client's receiver of push notifications. */
final class PushBed implements AutoCloseable {

  final RawHttpServer receiver = RawHttpServer.answering(connection -> connection.text(answer()));
  final A2aApi api;
  private final CheckedHttp http;

  /** The status line and headers of answers. */
  volatile String status = "204 No Content";

  PushBed(SuspendTicket ticket) {
    api =
        A2aApi.asking(
            ticket,
            Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build(),
            FunctionTool.answering("pay", "paid"));
    http = reaching("127.0.0.1");
    api.http = http;
  }

  /** Reaches these hosts on the port of the receiver, and the public network. */
  private CheckedHttp reaching(String... hosts) {
    int port = URI.create(receiver.baseUrl()).getPort();
    return CheckedHttp.of(
        TargetRules.of(true, List.of("443", Integer.toString(port)), List.of(hosts)),
        task -> Thread.ofVirtual().start(task),
        Duration.ofSeconds(10));
  }

  private String answer() {
    return "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  }

  /** A configuration with the receiver's address. */
  ObjectNode config(String id) {
    return A2aApi.json("{}").put("id", id).put("url", receiver.baseUrl() + "/" + id);
  }

  /** The parameters of a message with a configuration. */
  static ObjectNode message(String id, ObjectNode config) {
    ObjectNode params = A2aApi.message(id, "pay");
    params.putObject("configuration").set("taskPushNotificationConfig", config);
    return params;
  }

  /** Delivers what is due. */
  void deliver() {
    deliver(http);
  }

  /** Delivers what is due, when nothing but the public network is reached. */
  void deliverToThePublicNetwork() {
    try (CheckedHttp other = reaching()) {
      deliver(other);
    }
  }

  private void deliver(CheckedHttp over) {
    relay(over).run();
  }

  private OutsideRelay relay(CheckedHttp over) {
    var stores = api.node.stores;
    return new OutsideRelay(
        new OutsideRelay.Ports(stores.outbox(), stores.suspensions(), Notices.NONE),
        new PushReceiver(
            stores.outbox(),
            stores.runs(),
            new TaskViews(stores.threads(), stores.suspensions()),
            api.secrets),
        over,
        Runnable::run,
        () -> false);
  }

  /** Lets time pass, and the node look. */
  void after(Duration time) {
    api.clock.advance(time);
    deliver();
  }

  /** Sends what an operator redrives. */
  FailedDeliveries deliveries() {
    return new FailedDeliveries(api.node.stores.outbox(), relay(http));
  }

  List<FailedEntry> failed() {
    return deliveries().of("default", 0, 0, 10).items();
  }

  List<JsonNode> bodies() {
    return receiver.requests().stream()
        .map(request -> (JsonNode) A2aApi.json(request.body().replace("'", "’")))
        .toList();
  }

  /** The states that the receiver was told, without their prefix. */
  List<String> states() {
    return bodies().stream()
        .map(body -> body.at("/statusUpdate/status/state").asText().replace("TASK_STATE_", ""))
        .toList();
  }

  /** The header lines of the last request. */
  List<String> headers() {
    return receiver.requests().getLast().head().lines().toList();
  }

  @Override
  public void close() throws Exception {
    http.close();
    receiver.close();
  }
}
