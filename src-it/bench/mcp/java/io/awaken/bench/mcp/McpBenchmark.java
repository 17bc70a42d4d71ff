package io.awaken.bench.mcp;

import io.awaken.bench.load.CallLoad;
import io.awaken.bench.load.Reading;
import io.awaken.bench.report.Machine;
import io.awaken.bench.report.Report;
import io.awaken.fixture.FreePorts;
import io.awaken.launch.Installation;
import io.awaken.launch.LaunchedServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Measures {@code tools/call} with 16 clients on both servers in turns, on one machine and with the
 * same application server, options, session and tools.
 *
 * <p>Arguments: the build directory, the archive, the folder with the server's configuration.
 * Properties: {@code bench.quick}, {@code bench.jvm} (additional JVM options), {@code bench.tools}.
 */
public final class McpBenchmark {

  private static final int CLIENTS = 16;
  private static final List<String> JVM =
      Stream.concat(
              Stream.of("-XX:+UseSerialGC", "-Xmx512m"),
              words(System.getProperty("bench.jvm", ""), " "))
          .toList();
  private static final String ANSWER = "echo: Hello";

  private McpBenchmark() {}

  /** One of the servers that are compared. */
  private record Contender(String name, McpSession session, long pid) {

    Duration processor() {
      return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow();
    }

    Reading measure(String tool, Duration time) throws Exception {
      byte[] call = session.call(tool);
      return new CallLoad(session.server(), () -> call, ANSWER).closed(CLIENTS, time);
    }
  }

  /**
   * Starts both servers, measures them and writes the report.
   *
   * @param arguments see above
   * @throws Exception if something cannot be started or measured
   */
  public static void main(String[] arguments) throws Exception {
    boolean quick = Boolean.getBoolean("bench.quick");
    Path build = Path.of(arguments[0]).toAbsolutePath();
    Path work = Files.createDirectories(build.resolve("bench/mcp"));
    var report = new Report(System.out);
    Machine.describe(report);
    report.environment("Options of the servers' JVM", String.join(" ", JVM));
    Path ours = McpArchives.ours(Path.of(arguments[1]), work);
    Path configuration = Path.of(arguments[2]);
    var settings = new Properties();
    settings.setProperty("awaken.mcp.tools", "echo, wait");
    settings.setProperty("awaken.data.dir", work.resolve("data").toString());
    settings.setProperty("awaken.stream.per-caller", "1000");
    int first = FreePorts.next();
    int second = FreePorts.next();
    try (var awaken = start(build, ours, configuration, folder(work, "awaken"), settings, first);
        var sdk =
            start(
                build,
                McpArchives.sdk(work),
                configuration,
                folder(work, "sdk"),
                new Properties(),
                second)) {
      report.environment("Processes", awaken.pid() + ", " + sdk.pid());
      var contenders =
          List.of(
              new Contender("Java SDK 2.1.0, servlet", session(second, "/mcp"), sdk.pid()),
              new Contender("Awaken", session(first, "/v1/mcp"), awaken.pid()),
              new Contender(
                  "Awaken, JAX-RS bean",
                  session(first, "/v1/mcp").at("/v1/mcp-as-bean"),
                  awaken.pid()),
              new Contender(
                  "Awaken, JAX-RS object",
                  session(first, "/v1/mcp").at("/v1/mcp-as-object"),
                  awaken.pid()));
      for (String tool : words(System.getProperty("bench.tools", "echo,wait"), ",").toList()) {
        compare(contenders, tool, quick, report);
      }
    }
    report.environment("Load after", Machine.load());
    report.finish(build.resolve("bench/mcp-figures.md"));
    System.exit(0);
  }

  private static Stream<String> words(String text, String separator) {
    return Stream.of(text.split(separator)).filter(word -> !word.isBlank());
  }

  private static Path folder(Path work, String name) throws Exception {
    return Files.createDirectories(work.resolve(name));
  }

  private static LaunchedServer start(
      Path build, Path archive, Path configuration, Path work, Properties settings, int port)
      throws Exception {
    var at = new Installation(build.resolve("payara-micro.jar"), archive, configuration, work);
    return LaunchedServer.start(at, settings, port, JVM);
  }

  private static McpSession session(int port, String path) throws Exception {
    return McpSession.begin(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), path);
  }

  /** Reports the median of each contender's turns, relative to the first contender. */
  private static void compare(List<Contender> contenders, String tool, boolean quick, Report report)
      throws Exception {
    int turns = quick ? 3 : 5;
    Duration time = Duration.ofSeconds(quick ? 5 : 15);
    var rates = new double[contenders.size()][turns];
    var costs = new double[contenders.size()][turns];
    for (int turn = -1; turn < turns; turn++) {
      for (int i = 0; i < contenders.size(); i++) {
        Contender contender = contenders.get(i);
        Duration before = contender.processor();
        Reading reading = contender.measure(tool, turn < 0 ? time.multipliedBy(2) : time);
        double each = contender.processor().minus(before).toNanos() / 1000.0 / reading.succeeded();
        if (turn >= 0) {
          costs[i][turn] = each;
        }
        if (reading.succeeded() == 0) {
          throw new IllegalStateException(contender.name() + ": " + reading.failures());
        }
        report.progress(
            "%s, %s: %.1f us, %.0f/s, p99 %.1f ms %s"
                .formatted(
                    tool,
                    contender.name(),
                    each,
                    reading.perSecond(),
                    reading.terminal().getValueAtPercentile(99) / 1000.0,
                    reading.failures()));
        if (turn >= 0) {
          rates[i][turn] = reading.perSecond();
        }
      }
    }
    double other = median(rates[0]);
    for (int i = 0; i < contenders.size(); i++) {
      double rate = median(rates[i]);
      report.row(
          "%s, %d clients: %s".formatted(tool, CLIENTS, contenders.get(i).name()),
          String.format(Locale.ROOT, "%.0f/s, %.1f us", rate, median(costs[i])),
          i == 0 ? "" : "1.0 times the SDK",
          String.format(
              Locale.ROOT,
              "%.2f times the SDK, processor %.2f",
              rate / other,
              median(costs[i]) / median(costs[0])));
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    java.util.Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
