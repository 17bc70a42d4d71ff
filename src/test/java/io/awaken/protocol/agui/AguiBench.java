package io.awaken.protocol.agui;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.ToolIntercept;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.security.RefusedException;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The routes of AG-UI on a port of this machine, without a container: each request is executed to
 * its end and then answered. For clients of other languages, with the agents that they talk to.
 */
public final class AguiBench implements AutoCloseable {

  private final HttpServer server;
  private final Map<String, AguiApi> agents = new HashMap<>();
  private final Map<String, AguiApi> threads = new HashMap<>();

  public AguiBench() throws IOException {
    agents.put("default", plain(Script.builder().says("Hello, dear reader.")));
    agents.put(
        "tools",
        plain(
            Script.builder()
                .says("Let me look.")
                .andCalls("get_weather", Map.of("city", "Bern"))
                .says("It is fine.")));
    agents.put(
        "parallel",
        plain(
            Script.builder()
                .calls("get_weather", Map.of("city", "Bern"))
                .andCalls("get_weather", Map.of("city", "Rome"))
                .says("Fine in both.")));
    agents.put(
        "thinker", plain(Script.builder().says("Here it is.").andReasons("They want an answer.")));
    agents.put(
        "painter",
        plain(Script.builder().calls("pick_colour", Map.of("palette", "warm")).says("So be it.")));
    agents.put(
        "broken",
        plain(
            Script.builder()
                .says("I was about to")
                .andFails(InferenceException.Kind.INVALID_REQUEST)));
    asking();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/ag-ui/", this::serve);
    server.start();
  }

  private void asking() {
    SuspendTicket approval = SuspendTicket.approval("confirm", "May I call calculate?");
    agents.put(
        "careful",
        guarded(approval, Script.builder().calls("calculate", Map.of("value", "6")).says("Done.")));
    agents.put(
        "twice",
        guarded(
            approval,
            Script.builder()
                .calls("calculate", Map.of("value", "6"))
                .calls("calculate", Map.of("value", "6"))
                .says("Done twice.")));
    agents.put(
        "both",
        guarded(
            approval,
            Script.builder()
                .calls("calculate", Map.of("value", "6"))
                .andCalls("calculate", Map.of("value", "6"))
                .says("Done both.")));
    agents.put(
        "editable",
        guarded(
            SuspendTicket.of(ResumeMode.PASS_DECISION_TO_TOOL, approval.suspension()),
            Script.builder().calls("pay", Map.of("value", "10")).says("Done.")));
  }

  private static AguiApi plain(ScriptBuilder script) {
    return new AguiApi(script.repeating().build(), FunctionTool.answering("get_weather", "fine"));
  }

  private static AguiApi guarded(SuspendTicket ticket, ScriptBuilder script) {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Suspend(ticket))));
    return new AguiApi(
        script.repeating().build(),
        List.of(gate),
        FunctionTool.answering("calculate", "42"),
        new FunctionTool("pay", (arguments, context) -> ToolResult.success("pay", arguments)));
  }

  /** Without a slash at its end. */
  public String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private synchronized void serve(HttpExchange exchange) throws IOException {
    try {
      answer(exchange);
    } catch (RefusedException refused) {
      var refusal = refused.refusal();
      send(exchange, refusal.status(), "application/json", "{\"code\":\"" + refusal.code() + "\"}");
    } catch (RuntimeException e) {
      send(exchange, 500, "text/plain", e.toString());
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String[] path =
        exchange.getRequestURI().getRawPath().substring("/v1/ag-ui/".length()).split("/");
    String id = URLDecoder.decode(path[1], StandardCharsets.UTF_8);
    if (path[0].equals("agents")) {
      AguiApi api = agents.get(id);
      JsonNode body =
          AguiApi.json(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      threads.put(body.get("threadId").asText(), api);
      stream(exchange, api, api.open(body));
      return;
    }
    AguiApi api = threads.get(id);
    if (path[2].equals("messages")) {
      send(exchange, 200, "application/json", api.messages(id).toString());
      return;
    }
    String version = exchange.getRequestURI().getQuery() == null ? null : "1.0";
    String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
    FakeExchange back =
        path[2].equals("stream")
            ? api.comeBackTo(id, version)
            : api.comeBack(id, URLDecoder.decode(path[3], StandardCharsets.UTF_8), last, version);
    stream(exchange, api, back);
  }

  private static void stream(HttpExchange exchange, AguiApi api, FakeExchange done)
      throws IOException {
    String text = api.text(done);
    int status = done.answered() instanceof Response answer ? answer.getStatus() : 200;
    send(exchange, status, "text/event-stream", text);
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
