package io.awaken.bench.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A web application with the same tools on the servlet transport of the official Java SDK. */
@WebListener
public class SdkServer implements ServletContextListener {

  private static final String PATH = "/mcp";

  private McpSyncServer server;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    var transport =
        HttpServletStreamableServerTransportProvider.builder().mcpEndpoint(PATH).build();
    server =
        McpServer.sync(transport)
            .serverInfo("sdk", "1")
            .toolCall(tool("echo"), (exchange, call) -> echo(call))
            .toolCall(
                tool("wait"),
                (exchange, call) -> {
                  pause();
                  return echo(call);
                })
            .build();
    var servlet = event.getServletContext().addServlet("mcp", transport);
    servlet.setAsyncSupported(true);
    servlet.addMapping(PATH);
    event.getServletContext().addServlet("health", new Health()).addMapping("/health");
  }

  private static Tool tool(String name) {
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("text", Map.of("type", "string")),
            "required",
            List.of("text"),
            "additionalProperties",
            false);
    return Tool.builder(name, schema).description("Returns what it is given.").build();
  }

  private static CallToolResult echo(CallToolRequest call) {
    return CallToolResult.builder().addTextContent("echo: " + call.arguments().get("text")).build();
  }

  private static void pause() {
    try {
      Thread.sleep(EchoTools.WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    server.close();
  }

  /** The health check that the launcher polls. */
  static final class Health extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("application/json");
      response.getWriter().write("{\"status\":\"ok\",\"components\":{}}");
    }
  }
}
