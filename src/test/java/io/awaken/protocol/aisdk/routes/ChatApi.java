package io.awaken.protocol.aisdk.routes;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.StoredMessages;
import io.awaken.protocol.aisdk.stream.UiStreams;
import io.awaken.protocol.events.SampleRun;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** The chat routes over a node whose only tool needs an approval. */
final class ChatApi {

  final AskingApi api;
  final TestNode node;

  ChatApi() {
    this(io.awaken.fixture.AskingNode.APPROVAL);
  }

  ChatApi(SuspendTicket ticket) {
    FakeRestLayer.install();
    api = new AskingApi(ticket);
    node = api.asking.node;
  }

  ChatApi as(Caller caller) {
    api.as(caller);
    return this;
  }

  /** Posts a body, executes what follows and returns the chunks of its stream. */
  List<JsonNode> post(String body) {
    return post(body, null);
  }

  List<JsonNode> post(String body, String key) {
    var exchange = new FakeExchange();
    send(body, key, exchange);
    return chunks(exchange);
  }

  /** The answer without a stream. */
  Response answer(String body) {
    var exchange = new FakeExchange();
    send(body, null, exchange);
    return (Response) exchange.answered();
  }

  void send(String body, String key, FakeExchange exchange) {
    var resource = new ChatResource();
    resource.chats = chats();
    resource.security = KnownCallers.of(api.caller);
    try {
      resource.post(
          new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
          key,
          exchange.request(),
          exchange.response());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> chunks(FakeExchange exchange) {
    exchange.output.begin();
    api.asking.goOn();
    api.threads.runAll();
    return UiStreams.chunks(exchange.output.arrived());
  }

  /** Reconnects to a chat; returns the answer, or null for a stream. */
  Response resume(String chat, FakeExchange exchange) {
    var resource = new ChatResource();
    resource.threads = threads();
    resource.security = KnownCallers.of(api.caller);
    resource.stream(chat, exchange.request(), exchange.response());
    return (Response) exchange.answered();
  }

  List<JsonNode> resumed(String chat) {
    var exchange = new FakeExchange();
    resume(chat, exchange);
    return chunks(exchange);
  }

  List<JsonNode> ofRun(RunId run) {
    var exchange = new FakeExchange();
    var resource = new ChatResource();
    resource.threads = threads();
    resource.security = KnownCallers.of(api.caller);
    resource.streamOfRun(run.value(), exchange.request(), exchange.response());
    return chunks(exchange);
  }

  ChatThreads threads() {
    var stores = node.stores;
    var history =
        new ChatHistory(stores.threads(), stores.runs(), stores.suspensions(), stores.log());
    return new ChatThreads(
        stores.threads(),
        stores.runs(),
        history,
        api.beans().stops(),
        api.beans().streams(),
        tools());
  }

  /** The messages of a chat as a page loads them. */
  JsonNode messages(String chat) {
    Response page = threads().messages(chat, api.caller, null, null);
    return SampleRun.json(new String((byte[]) page.getEntity(), StandardCharsets.UTF_8));
  }

  private ServerTools tools() {
    Supplier<RegistrySnapshot> registry = node.registry;
    return new ServerTools(registry);
  }

  private Chats chats() {
    var beans = api.beans();
    var stores = node.stores;
    return new Chats(
        beans.streams(),
        new DefaultAgent(node.registry, null),
        tools(),
        new StoredMessages(stores.threads()),
        new ChatAnswers(
            stores.runs(),
            stores.suspensions(),
            stores.log(),
            beans.decisions(),
            beans.streams(),
            tools()));
  }
}
