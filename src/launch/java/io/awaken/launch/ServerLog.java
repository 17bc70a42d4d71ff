package io.awaken.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The server's output. All of it goes to a file; the console gets the application's own lines, and
 * everything once the server is ready. Remembers the reason of a failed start. Keeps reading when
 * the file cannot be written, since a server blocks when its output is not read. Written by the
 * thread that reads the output, read by another.
 */
final class ServerLog implements Runnable {
  private static final Pattern OURS = Pattern.compile("^\\d{4}-\\S+ \\S+ +io\\.awaken\\..*");
  private static final String REASON = "Awaken EE cannot start: ";

  /** Payara, and WildFly after a failed deployment. */
  private static final Pattern BOOTED =
      Pattern.compile(".* ready in [\\d,.]+ \\(ms\\).*|.* WFLYSRV0026: .*");

  private final BufferedReader lines;
  private final Path file;
  private final PrintStream console;
  private final FirstError firstError = new FirstError();
  private boolean writable = true;
  private volatile boolean booted;
  private volatile boolean ready;
  private boolean inReason;
  private volatile String reason;
  private volatile boolean reasonComplete;
  private volatile String broken;

  ServerLog(BufferedReader lines, Path file, PrintStream console) {
    this.lines = lines;
    this.file = file;
    this.console = console;
  }

  @Override
  public void run() {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        write(line, out);
        read(line);
      }
    } catch (IOException e) {
      // The stream ends like this when the server is killed; its exit is noticed elsewhere.
      broken = e.getMessage();
    }
  }

  private void write(String line, OutputStream out) {
    try {
      out.write((line + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
      writable = true;
    } catch (IOException e) {
      if (writable) {
        console.println(
            "The log " + file + " lacks lines until it can be written again: " + e.getMessage());
      }
      writable = false;
    }
  }

  private void read(String line) {
    if (BOOTED.matcher(line).matches()) {
      booted = true;
    }
    int at = line.indexOf(REASON);
    if (at >= 0) {
      reason = line.substring(at + REASON.length());
      inReason = true;
    } else if (inReason && !FirstError.RECORD.matcher(line).matches()) {
      reason += line.isBlank() ? "" : "\n" + line;
    } else {
      reasonComplete = inReason || reasonComplete;
      inReason = false;
      firstError.read(line);
    }
    if (ready || (at < 0 && OURS.matcher(line).matches())) {
      console.println(line);
    }
  }

  void showEverything() {
    ready = true;
  }

  /** Servers report that they have started even if the deployment failed. */
  boolean booted() {
    return booted;
  }

  /** Whether the application's own error was read to its end, which is the next record. */
  boolean saysItCannotStart() {
    return reasonComplete;
  }

  Path file() {
    return file;
  }

  /**
   * The application's own error, a line for each mistake, else the first error of the server and
   * its cause.
   */
  Optional<String> reason() {
    return Optional.ofNullable(reason).or(firstError::text).or(() -> Optional.ofNullable(broken));
  }
}
