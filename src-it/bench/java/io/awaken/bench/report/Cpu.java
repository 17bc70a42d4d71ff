package io.awaken.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Processor time by process and, for the server, by kind of thread, read from {@code /proc} in
 * hundredths of a second.
 */
public final class Cpu {

  private static final int TOP_THREADS = 6;
  private static final int TICKS = 100;

  private final Map<String, Long> processes;
  private final long server;
  private Map<String, Long> before = Map.of();
  private Map<String, Long> threadsBefore = Map.of();
  private long since;

  /**
   * @param processes process ids by name
   * @param server the process id of the server, which is also measured by thread
   */
  public Cpu(Map<String, Long> processes, long server) {
    this.processes = new TreeMap<>(processes);
    this.processes.put("generator", ProcessHandle.current().pid());
    this.server = server;
  }

  /** Starts the measurement. */
  public void begin() {
    before = all();
    threadsBefore = threads();
    since = System.nanoTime();
  }

  /** Cores used since {@link #begin}, such as {@code server 1.20, postgres 0.31}. */
  public String used() {
    return text(before, all(), Integer.MAX_VALUE);
  }

  /** Milliseconds of processor time per unit of work since {@link #begin}. */
  public String perUnit(long units) {
    Map<String, Long> now = all();
    now.remove("others");
    return "CPU ms each: " + text(before, now, Integer.MAX_VALUE, units / (1000.0 / TICKS));
  }

  /** Milliseconds of processor time of one process since {@link #begin}. */
  public double millis(String process) {
    long ticks = ticks(processes.get(process)) - before.getOrDefault(process, 0L);
    return ticks * (1000.0 / TICKS);
  }

  /** Cores used by the server's busiest kinds of thread since {@link #begin}. */
  public String threadsUsed() {
    return text(threadsBefore, threads(), TOP_THREADS);
  }

  private String text(Map<String, Long> from, Map<String, Long> to, int most) {
    return text(from, to, most, (System.nanoTime() - since) / 1e9 * TICKS);
  }

  private static String text(Map<String, Long> from, Map<String, Long> to, int most, double ticks) {
    return to.entrySet().stream()
        .map(e -> Map.entry(e.getKey(), e.getValue() - from.getOrDefault(e.getKey(), 0L)))
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(most)
        .map(e -> String.format(Locale.ROOT, "%s %.2f", e.getKey(), e.getValue() / ticks))
        .collect(Collectors.joining(", "));
  }

  private Map<String, Long> all() {
    var now = new TreeMap<String, Long>();
    processes.forEach((name, pid) -> now.put(name, ticks(pid)));
    long ours = now.values().stream().mapToLong(Long::longValue).sum();
    String[] machine = read(Path.of("/proc/stat")).lines().findFirst().orElseThrow().split("\\s+");
    long busy = 0;
    for (int i = 1; i <= 8; i++) {
      // Without idle (4) and iowait (5).
      busy += i == 4 || i == 5 ? 0 : Long.parseLong(machine[i]);
    }
    now.put("others", busy - ours);
    return now;
  }

  /** Ticks of a process, its live children and its ended ones. */
  private static long ticks(long pid) {
    long children =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::children)
            .filter(child -> child.pid() != ProcessHandle.current().pid())
            .mapToLong(child -> own(child.pid(), false))
            .sum();
    return pid == ProcessHandle.current().pid() ? own(pid, false) : own(pid, true) + children;
  }

  private static long own(long pid, boolean withEnded) {
    String[] fields = fields(Path.of("/proc", String.valueOf(pid), "stat"));
    if (fields.length == 0) {
      return 0;
    }
    long own = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    return withEnded ? own + Long.parseLong(fields[13]) + Long.parseLong(fields[14]) : own;
  }

  private Map<String, Long> threads() {
    var byKind = new TreeMap<String, Long>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc", String.valueOf(server), "task"))) {
      for (Path task : tasks.toList()) {
        String[] fields = fields(task.resolve("stat"));
        if (fields.length > 0) {
          String kind = read(task.resolve("comm")).strip().replaceAll("[-#:0-9( ]+$", "");
          byKind.merge(kind, Long.parseLong(fields[11]) + Long.parseLong(fields[12]), Long::sum);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return byKind;
  }

  /** The fields after the name, which may contain spaces; empty if the process has ended. */
  private static String[] fields(Path stat) {
    String text = read(stat);
    return text.isEmpty() ? new String[0] : text.substring(text.lastIndexOf(')') + 2).split(" ");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException ended) {
      return "";
    }
  }
}
