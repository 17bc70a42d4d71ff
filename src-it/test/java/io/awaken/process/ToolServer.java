package io.awaken.process;

import io.awaken.fixture.FreePorts;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The MCP server {@code desk}, which tests kill: over HTTP a child process of the test, over stdio
 * a child process of the tested server.
 */
final class ToolServer implements AutoCloseable {

  /** Name of its tool for agents. */
  static final String BOOK = "mcp__desk__book";

  private final Path folder;
  private final int port;
  private Process process;

  private ToolServer(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  /** Configures and starts an MCP server over HTTP. */
  static ToolServer http(Workplace at) throws Exception {
    var server =
        new ToolServer(Files.createDirectories(at.folder().resolve("desk")), FreePorts.next());
    server.start();
    write(
        at,
        "transport: http\nurl: http://127.0.0.1:%d/mcp\ntimeout_ms: 60000\n"
            .formatted(server.port));
    return server;
  }

  /** Configures an MCP server over stdio, which the tested server starts. */
  static ToolServer stdio(Workplace at) throws Exception {
    var server = new ToolServer(Files.createDirectories(at.folder().resolve("desk")), 0);
    List<String> command = server.command();
    String args = String.join(", ", command.subList(1, command.size()));
    write(at, "transport: stdio\ncommand: %s\nargs: [%s]\n".formatted(command.getFirst(), args));
    return server;
  }

  private static void write(Workplace at, String document) throws IOException {
    Path documents = Files.createDirectories(at.documents().folder().resolve("mcp-servers"));
    Files.writeString(documents.resolve("desk.yaml"), document);
  }

  /** Writes an agent that books a room with the tool. */
  static void agent(Documents documents) throws IOException {
    documents.agent(
        "clerk",
        Map.of("model_id", "clerk", "expose", "mcp", "mcp_servers", List.of("desk")),
        0,
        Turns.calls(BOOK, Map.of()),
        Turns.says("That is all."));
  }

  /** Settings with which a server may connect to it. */
  Map<String, String> settings() {
    return port == 0
        ? Map.of("awaken.mcp.stdio", "on")
        : Map.of("awaken.outbound.allow", "127.0.0.1", "awaken.outbound.ports", "80, 443, " + port);
  }

  /** Settings with which MCP clients may also call its tool without an agent. */
  Map<String, String> settingsThatOfferIt() {
    var settings = new HashMap<>(settings());
    settings.put("awaken.mcp.tools", BOOK);
    return settings;
  }

  /** Starts the process again with the same folder and port. */
  void start() throws Exception {
    List<String> command = new ArrayList<>(command());
    command.add(String.valueOf(port));
    int before = lines(ToolProgram.PID).size();
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("console.txt").toFile())
            .start();
    Conditions.await("the MCP server", () -> lines(ToolProgram.PID).size() > before);
  }

  private List<String> command() throws URISyntaxException {
    var classes = ToolProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        Path.of(classes).toString(),
        ToolProgram.class.getName(),
        folder.toString());
  }

  /** From now on bookings are made but not answered. */
  void hold() throws IOException {
    Files.writeString(folder.resolve(ToolProgram.HOLD), "");
  }

  /** Answers again, including calls received since {@link #hold}. */
  void release() throws IOException {
    Files.deleteIfExists(folder.resolve(ToolProgram.HOLD));
  }

  /** Number of bookings. */
  int booked() throws IOException {
    return lines(ToolProgram.LEDGER).size();
  }

  void awaitBooked(int times) throws InterruptedException {
    Conditions.await("booking " + times, () -> booked() >= times);
  }

  /** The requests received over HTTP. */
  List<String> requests() throws IOException {
    return lines(ToolProgram.REQUESTS);
  }

  private List<String> lines(String file) throws IOException {
    Path path = folder.resolve(file);
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  /** Kills the current process with SIGKILL; returns when it has ended. */
  void kill() throws Exception {
    long pid = Long.parseLong(lines(ToolProgram.PID).getLast());
    ProcessHandle running = ProcessHandle.of(pid).orElseThrow();
    running.destroyForcibly();
    running.onExit().get();
  }

  @Override
  public void close() throws IOException {
    release();
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
