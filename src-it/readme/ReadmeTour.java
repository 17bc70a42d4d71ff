import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Executes the fenced blocks of a document in order and checks the output of their commands.
 *
 * <ul>
 *   <li>{@code sh build}: runs the block to its end.
 *   <li>{@code sh serve}: replaces the running server and waits until the new one is ready.
 *   <li>{@code sh beside}: starts another program and waits until it prints its address.
 *   <li>{@code sh run}: runs each command and compares its output with expected.txt, in order.
 *   <li>{@code yaml file=PATH}, or another language: writes the block to the file.
 * </ul>
 *
 * <p>Only port, data folder and tour folder are replaced. Commands can use {@code $RUN} and {@code
 * $LAST} of the last stream, {@code $MESSAGE}, the first message of the last list, and {@code
 * $HASH} of the last changed tool. Needs bash, curl, Maven, npm for pages, and Java 17 without
 * libraries. Exit code 1 if a step failed.
 */
public final class ReadmeTour implements AutoCloseable {

  private static final String TOUR_FOLDER = "/tmp/awaken-tour";
  private static final Path EXPECTED = Path.of("src-it/readme/expected.txt");
  private static final long BUILD_MINUTES = 10;
  private static final long SERVE_MINUTES = 10;
  private static final long RUN_SECONDS = 60;
  private static final long STOP_SECONDS = 45;
  private static final int SHOWN_LINES = 30;
  private static final Pattern SETTINGS =
      Pattern.compile("(AWAKEN|ANTHROPIC|GEMINI|OLLAMA|OPENAI)_");
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  /** Maven's output other than the reason of a failure. */
  private static final Pattern NOISE =
      Pattern.compile("^\\s+at |^Progress |^\\[INFO]|^Download|^\\[ERROR] *$|^\\s*$");

  /** The run id in a stream or in the response to a submission. */
  private static final Pattern RUN =
      Pattern.compile(
          "(?m)^(?:data: |\\{\"status\":\"(?:running|queued|done)\").*?\"run_id\":\"([^\"]+)\"");

  /** The id of the first message of a list. */
  private static final Pattern MESSAGE =
      Pattern.compile("(?m)^\\{\"messages\":\\[\\{\"id\":\"([^\"]+)\"");

  /** The address that another program prints when it listens. */
  private static final Pattern ADDRESS = Pattern.compile("http://(?:localhost|127\\.0\\.0\\.1):");

  /** The hash with which a changed tool is approved. */
  private static final Pattern HASH = Pattern.compile("\"hash\":\"([^\"]+)\"");

  private static final Pattern LAST = Pattern.compile("(?m)^id: (\\S+)");

  /**
   * The expected result of a command.
   *
   * @param status the HTTP status; "-" if the command prints none
   * @param command a part of the command
   * @param output parts of its output; a part after "! " must not occur
   */
  private record Expected(String status, String command, List<String> output) {}

  private record Step(int line, String kind, String text) {}

  private static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    Failed(String reason) {
      super(reason);
    }
  }

  private final Path top;
  private final Path temp;
  private final int port;
  private final Iterator<Expected> expected;
  private final Map<String, String> variables = new HashMap<>();
  private final List<Process> beside = new ArrayList<>();
  private volatile Process server;
  private int passed;
  private int failed;

  private ReadmeTour(Path top, String document) throws IOException {
    this.top = top;
    this.expected = expected(Files.readAllLines(top.resolve(EXPECTED)), document).iterator();
    this.temp = Files.createTempDirectory("awaken-readme-");
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
    // Makes curl append the HTTP status to every response.
    Files.writeString(
        temp.resolve(".curlrc"), "silent\nshow-error\nwrite-out = \"\\nHTTP %{http_code}\\n\"\n");
  }

  /** Parses the rows of a document: its name, its commands, and the parts of their output. */
  private static List<Expected> expected(List<String> lines, String document) {
    var rows = new ArrayList<Expected>();
    boolean here = false;
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        here = line.equals(document);
      } else if (here && line.startsWith("      ")) {
        rows.get(rows.size() - 1).output().add(line.strip());
      } else if (here) {
        String[] row = line.strip().split(" ", 2);
        rows.add(new Expected(row[0], row[1], new ArrayList<>()));
      }
    }
    return rows;
  }

  public static void main(String[] arguments) throws IOException {
    Path top = Path.of("").toAbsolutePath();
    String name = arguments.length > 0 ? arguments[0] : "README.md";
    Path document = top.resolve(name);
    var tour = new ReadmeTour(top, name);
    Runtime.getRuntime().addShutdownHook(new Thread(tour::close));
    for (Step step : steps(Files.readAllLines(document))) {
      tour.execute(step);
    }
    tour.finish();
    System.out.println(tour.passed + " passed, " + tour.failed + " failed");
    System.exit(tour.failed == 0 && tour.passed > 0 ? 0 : 1);
  }

  private static List<Step> steps(List<String> lines) {
    var steps = new ArrayList<Step>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("```")) {
        String kind = lines.get(i).substring(3).strip();
        int begin = i + 1;
        int end = begin;
        while (end < lines.size() && !lines.get(end).startsWith("```")) {
          end++;
        }
        if (kind.startsWith("sh ") || kind.contains(" file=")) {
          steps.addAll(steps(begin + 1, kind, String.join("\n", lines.subList(begin, end))));
        }
        i = end;
      }
    }
    return steps;
  }

  /** Splits a block into commands, one per step; a file is one step. */
  private static List<Step> steps(int line, String kind, String text) {
    if (!kind.startsWith("sh ")) {
      return List.of(new Step(line, kind, text + "\n"));
    }
    var steps = new ArrayList<Step>();
    Matcher command = Pattern.compile("(?:[^\\n]*\\\\\\n)*[^\\n]+").matcher(text);
    while (command.find()) {
      int before = (int) text.substring(0, command.start()).lines().count();
      steps.add(new Step(line + before, kind, command.group()));
    }
    return steps;
  }

  private void execute(Step step) {
    long start = System.nanoTime();
    String name = "line %d, %s".formatted(step.line(), summary(step));
    try {
      switch (step.kind()) {
        case "sh build" -> build(step);
        case "sh serve" -> serve(step);
        case "sh beside" -> beside(step);
        case "sh run" -> run(step);
        default -> writeFile(step);
      }
      passed++;
      System.out.printf("ok    %s (%.1f s)%n", name, (System.nanoTime() - start) / 1e9);
    } catch (Failed | IOException e) {
      failed++;
      System.out.printf("FAIL  %s: %s%n", name, e.getMessage());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Checks that the last server stops cleanly and that no expected command is left. */
  private void finish() {
    if (expected.hasNext()) {
      failed++;
      System.out.println("FAIL  end: the document has no command left for " + expected.next());
    }
    beside.forEach(ReadmeTour::end);
    try {
      stop();
    } catch (Failed e) {
      failed++;
      System.out.println("FAIL  end: " + e.getMessage());
    }
  }

  private static String summary(Step step) {
    String line = step.text().lines().reduce("", (a, b) -> a + b.replace("\\", "").strip() + " ");
    String text = step.kind().contains("file=") ? "" : ": " + line.strip();
    return step.kind() + (text.length() <= 110 ? text : text.substring(0, 110) + "...");
  }

  private void build(Step step) throws IOException, InterruptedException, Failed {
    Path log = temp.resolve("build.log");
    Process process = start(step.text(), log);
    requireExit(process, log, TimeUnit.MINUTES.toSeconds(BUILD_MINUTES));
  }

  private void serve(Step step) throws IOException, InterruptedException, Failed {
    stop();
    Path log = temp.resolve("serve.log");
    String data = temp.resolve("data").toString();
    server =
        start(
            "exec " + step.text() + " -Dawaken.http.port=" + port + " -Dawaken.data.dir=" + data,
            log);
    awaitLine(server, log, Pattern.compile("is ready at http://localhost:" + port + "/"));
  }

  private void beside(Step step) throws IOException, InterruptedException, Failed {
    Path log = temp.resolve("beside-" + beside.size() + ".log");
    Process process = start(step.text(), log);
    beside.add(process);
    awaitLine(process, log, ADDRESS);
  }

  private static void awaitLine(Process process, Path log, Pattern part)
      throws IOException, InterruptedException, Failed {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(SERVE_MINUTES);
    while (!part.matcher(Files.readString(log)).find()) {
      if (process.waitFor(200, TimeUnit.MILLISECONDS)) {
        throw failed("it ended with exit code " + process.exitValue(), log);
      }
      if (System.nanoTime() > deadline) {
        throw failed("it was not ready after " + SERVE_MINUTES + " minutes", log);
      }
    }
  }

  private void run(Step step) throws IOException, InterruptedException, Failed {
    Expected row = expected.hasNext() ? expected.next() : null;
    if (row == null || !step.text().contains(row.command())) {
      throw new Failed("it is not the next one in " + EXPECTED + ", which is " + row);
    }
    Path log = temp.resolve("run.log");
    requireExit(start(step.text(), log), log, RUN_SECONDS);
    String output = Files.readString(log);
    setVariables(output);
    if (!row.status().equals("-") && !output.endsWith("HTTP " + row.status() + "\n")) {
      throw failed("the server did not answer " + row.status(), log);
    }
    for (String part : row.output()) {
      if (part.startsWith("! ") ? output.contains(part.substring(2)) : !output.contains(part)) {
        throw failed("the output does not fit: " + part, log);
      }
    }
  }

  private void setVariables(String output) {
    Matcher run = RUN.matcher(output);
    Matcher last = LAST.matcher(output);
    if (run.find()) {
      variables.put("RUN", run.group(1));
    }
    Matcher message = MESSAGE.matcher(output);
    if (message.find()) {
      variables.put("MESSAGE", message.group(1));
    }
    Matcher hash = HASH.matcher(output);
    if (hash.find()) {
      variables.put("HASH", hash.group(1));
    }
    while (last.find()) {
      variables.put("LAST", last.group(1));
    }
  }

  private void writeFile(Step step) throws IOException, Failed {
    if (!step.kind().contains(" file=")) {
      throw new Failed("a block is sh build, sh serve, sh beside, sh run or has file=");
    }
    write(step);
  }

  private void write(Step step) throws IOException, Failed {
    String path = step.kind().substring(step.kind().indexOf("file=") + "file=".length());
    Path file = Path.of(replaced(path)).normalize();
    if (!file.startsWith(temp)) {
      throw new Failed("a file of the tour lies below " + TOUR_FOLDER + ", this one does not");
    }
    Files.createDirectories(file.getParent());
    Files.writeString(file, replaced(step.text()));
  }

  private String replaced(String text) {
    return text.replace("localhost:8080", "localhost:" + port)
        .replace(TOUR_FOLDER, temp.resolve("tour").toString());
  }

  private Process start(String command, Path log) throws IOException {
    var builder = new ProcessBuilder("bash", "-c", replaced(command));
    Map<String, String> environment = builder.environment();
    // A new user has no model and no settings yet.
    environment.keySet().removeIf(name -> SETTINGS.matcher(name).lookingAt());
    environment.put("CURL_HOME", temp.toString());
    // Answers npm's questions with yes.
    environment.put("npm_config_yes", "true");
    environment.putAll(variables);
    return builder
        .directory(top.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static void requireExit(Process process, Path log, long seconds)
      throws InterruptedException, Failed {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      end(process);
      throw failed("it took longer than " + seconds + " s", log);
    }
    if (process.exitValue() != 0) {
      throw failed("exit code " + process.exitValue(), log);
    }
  }

  private static Failed failed(String reason, Path log) {
    try {
      List<String> lines =
          Files.readAllLines(log, StandardCharsets.UTF_8).stream()
              .map(line -> COLOUR.matcher(line).replaceAll(""))
              .filter(line -> !NOISE.matcher(line).find())
              .toList();
      int from = Math.max(0, lines.size() - SHOWN_LINES);
      String end = String.join("\n      | ", lines.subList(from, lines.size()));
      return new Failed(reason + "\n      | " + end);
    } catch (IOException e) {
      return new Failed(reason + ", and " + e);
    }
  }

  /** Terminates as Ctrl-C does: Maven, the launcher and the server must exit by themselves. */
  private void stop() throws Failed {
    Process stopped = server;
    server = null;
    if (stopped != null && !end(stopped)) {
      throw new Failed("the server did not stop within " + STOP_SECONDS + " s");
    }
  }

  /** Terminates the process and its descendants; returns whether all ended in time. */
  private static boolean end(Process process) {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
    boolean clean = true;
    for (ProcessHandle each : all) {
      try {
        each.onExit().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (Exception e) {
        clean = false;
        each.destroyForcibly();
      }
    }
    return clean;
  }

  /** Stops all processes and removes the temporary folder. */
  @Override
  public void close() {
    beside.forEach(ReadmeTour::end);
    if (server != null) {
      end(server);
    }
    try (Stream<Path> files = Files.walk(temp)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("Not removed: " + e.getMessage());
    }
  }
}
