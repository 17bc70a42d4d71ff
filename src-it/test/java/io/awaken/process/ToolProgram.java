package io.awaken.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server as a process that needs only a JDK: {@code main FOLDER} over stdio, {@code main
 * FOLDER PORT} over HTTP. Its one tool, {@code book}, has no annotation about repetition. {@link
 * ToolServer} controls it through files in the folder.
 */
final class ToolProgram {

  /** File with one line per booking. */
  static final String LEDGER = "ledger";

  /** While this file exists, bookings are made but not answered. */
  static final String HOLD = "hold";

  /** File with the requests received over HTTP. */
  static final String REQUESTS = "requests";

  static final String PID = "pid";

  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");
  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]+)\"");
  private static final long PAUSE_NANOS = 20_000_000;

  private final Path folder;

  private ToolProgram(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException {
    var program = new ToolProgram(Path.of(args[0]));
    if (args.length > 1) {
      program.serveHttp(Integer.parseInt(args[1]));
    } else {
      program.note(PID, String.valueOf(ProcessHandle.current().pid()));
      program.serveStdio();
    }
  }

  private void note(String file, String line) throws IOException {
    Files.writeString(folder.resolve(file), line + "\n", CREATE, APPEND);
  }

  private void serveStdio() throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String message = line;
      Thread.ofPlatform().start(() -> say(message));
    }
  }

  private void say(String message) {
    String answer = answer(message);
    if (answer != null) {
      synchronized (this) {
        System.out.println(answer);
        System.out.flush();
      }
    }
  }

  private void serveHttp(int port) throws IOException {
    var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    http.setExecutor(Executors.newCachedThreadPool());
    http.createContext("/mcp", this::handle);
    http.start();
    note(PID, String.valueOf(ProcessHandle.current().pid()));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      note(
          REQUESTS,
          exchange.getRequestURI() + " " + exchange.getRequestHeaders().entrySet() + " " + body);
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      String answer = answer(body);
      if (answer == null) {
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      byte[] bytes = answer.getBytes(UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Returns null for notifications. */
  private String answer(String message) {
    Matcher id = ID.matcher(message);
    Matcher method = METHOD.matcher(message);
    if (!id.find() || !method.find()) {
      return null;
    }
    String result =
        switch (method.group(1)) {
          case "initialize" ->
              "'result':{'protocolVersion':'2025-06-18','capabilities':{'tools':{}},"
                  + "'serverInfo':{'name':'desk','version':'1'}}";
          case "tools/list" ->
              "'result':{'tools':[{'name':'book','description':'Books a room.',"
                  + "'inputSchema':{'type':'object'}}]}";
          case "tools/call" -> booked();
          case "ping" -> "'result':{}";
          default -> "'error':{'code':-32601,'message':'unknown'}";
        };
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(id.group(1), result.replace('\'', '"'));
  }

  private String booked() {
    try {
      note(LEDGER, "booked");
    } catch (IOException e) {
      return "'error':{'code':-32603,'message':'no ledger'}";
    }
    while (Files.exists(folder.resolve(HOLD))) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return "'result':{'content':[{'type':'text','text':'The room is booked.'}]}";
  }
}
