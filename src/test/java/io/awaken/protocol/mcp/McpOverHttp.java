package io.awaken.protocol.mcp;

import static io.awaken.fixture.Answering.answering;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.stream.PendingResponse;
import io.awaken.provider.scripted.Script;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;

/**
 * The routes over HTTP without a container, for tests with real clients: {@code main PORT}. The
 * agent {@code a} asks before it pays.
 */
final class McpOverHttp {

  private static final Duration BEAT = Duration.ofMillis(5);

  private final McpApi api;

  private McpOverHttp(McpApi api) {
    this.api = api;
  }

  public static void main(String... args) throws Exception {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context ->
                        Optional.of(
                            new ToolIntercept.Suspend(
                                SuspendTicket.approval("pay", "May I pay?")))));
    var script =
        Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build();
    var served =
        new McpOverHttp(new McpApi(script, List.of(gate), FunctionTool.answering("pay", "paid")));
    HttpServer server =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.createContext("/v1/mcp", served::handle);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    System.out.println("serving");
    while (true) {
      served.beat();
      Thread.sleep(BEAT);
    }
  }

  private synchronized void beat() {
    api.node.starter.claimDue();
    api.node.executeAll();
    api.threads.runAll();
    api.timer.advance(BEAT);
  }

  private void handle(HttpExchange http) throws IOException {
    var headers = new HashMap<String, String>();
    http.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
    var sent = new HashMap<String, String>();
    for (String name :
        List.of("MCP-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Accept")) {
      headers.forEach(
          (key, value) -> {
            if (key.equalsIgnoreCase(name)) {
              sent.put(name, value);
            }
          });
    }
    var exchange = new Exchange(http);
    McpRequest asked = api.asked(sent, exchange.request(), exchange.response());
    synchronized (this) {
      switch (http.getRequestMethod()) {
        case "POST" -> api.server().post(http.getRequestBody(), asked);
        case "GET" ->
            api.server().resume(http.getRequestHeaders().getFirst("Last-Event-ID"), asked);
        default -> exchange.answer(McpAnswers.of(null, LegacyEra.notOffered()));
      }
    }
  }

  /** A request and its response for the streams. */
  private static final class Exchange extends ServletOutputStream {

    private final HttpExchange http;
    private int status = 200;
    private boolean begun;

    Exchange(HttpExchange http) {
      this.http = http;
    }

    HttpServletRequest request() {
      AsyncContext context =
          answering(
              AsyncContext.class,
              Map.of(
                  "setTimeout", args -> null,
                  "getResponse", args -> servletResponse(),
                  "complete", args -> null));
      return answering(
          HttpServletRequest.class,
          Map.of(
              "isAsyncStarted", args -> true,
              "getAsyncContext", args -> context,
              "getAttribute", args -> null));
    }

    private HttpServletResponse servletResponse() {
      return answering(
          HttpServletResponse.class,
          Map.of(
              "isCommitted", args -> begun,
              "setStatus", args -> status = (int) args[0],
              "setContentType", args -> header("Content-Type", args[0]),
              "setHeader", args -> header((String) args[0], args[1]),
              "getOutputStream", args -> this));
    }

    private Object header(String name, Object value) {
      http.getResponseHeaders().set(name, String.valueOf(value));
      return null;
    }

    PendingResponse response() {
      return given -> {
        if (given instanceof Response answer) {
          answer(answer);
        } else if (given instanceof byte[] json) {
          answer(Response.ok(json).build());
        } else {
          http.close();
        }
        return true;
      };
    }

    void answer(Response answer) {
      try {
        header("Content-Type", "application/json");
        for (String name : List.of("Mcp-Session-Id", "Allow")) {
          if (answer.getHeaderString(name) != null) {
            header(name, answer.getHeaderString(name));
          }
        }
        byte[] body = answer.getEntity() instanceof byte[] bytes ? bytes : new byte[0];
        http.sendResponseHeaders(answer.getStatus(), body.length == 0 ? -1 : body.length);
        http.getResponseBody().write(body);
      } catch (IOException e) {
        System.out.println("not answered: " + e);
      } finally {
        http.close();
      }
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      try {
        begin();
        listener.onWritePossible();
      } catch (IOException e) {
        listener.onError(e);
      }
    }

    private void begin() throws IOException {
      if (!begun) {
        begun = true;
        http.sendResponseHeaders(status, 0);
        http.getResponseBody().flush();
      }
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      begin();
      http.getResponseBody().write(bytes, from, length);
      http.getResponseBody().flush();
    }

    @Override
    public void flush() throws IOException {
      http.getResponseBody().flush();
    }
  }
}
