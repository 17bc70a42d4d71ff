package io.awaken.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Memory of a Java process after a full collection that returns free memory to the system. */
public final class ServerMemory {

  private static final Pattern RSS = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private final String pid;

  /** KiB of resident memory, and of used heap. */
  public record Size(long rss, long heap) {}

  /** Makes the process keep only little free heap from now on. */
  public ServerMemory(long pid) throws IOException, InterruptedException {
    this.pid = String.valueOf(pid);
    jcmd("VM.set_flag", "MinHeapFreeRatio", "5");
    jcmd("VM.set_flag", "MaxHeapFreeRatio", "10");
  }

  /** Collects, then measures. */
  public Size measure() throws IOException, InterruptedException {
    jcmd("GC.run");
    jcmd("GC.run");
    Matcher used = USED.matcher(jcmd("GC.heap_info"));
    Matcher rss = RSS.matcher(Files.readString(Path.of("/proc", pid, "status")));
    return new Size(
        rss.find() ? Long.parseLong(rss.group(1)) : 0,
        used.find() ? Long.parseLong(used.group(1)) : 0);
  }

  /** Runs the JDK's diagnostic command in the process and returns its output. */
  public String jcmd(String... command) throws IOException, InterruptedException {
    var line = new java.util.ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    line.add(pid);
    line.addAll(java.util.List.of(command));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
