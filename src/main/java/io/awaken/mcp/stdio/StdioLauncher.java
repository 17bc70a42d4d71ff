package io.awaken.mcp.stdio;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The program of {@code awaken-mcp-stdio.jar}: {@code java -jar awaken-mcp-stdio.jar --url URL}.
 * Standard output carries only messages; notes for the user go to standard error, without any
 * content of clients or servers. Exit code 0 when standard input ends, 2 with a one-line reason for
 * invalid arguments.
 */
public final class StdioLauncher {

  private static final int UNUSABLE = 2;

  /** How long outstanding answers are awaited after the client has ended. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private StdioLauncher() {}

  /**
   * Runs until its standard input ends.
   *
   * @param arguments {@code --url} and the address
   * @throws InterruptedException never in practice
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (List.of(arguments).equals(List.of("--help"))) {
      System.out.println(Options.USAGE);
      return;
    }
    Consumer<String> notes = note -> System.err.println("awaken-mcp-stdio: " + note);
    try {
      Options options = Options.of(List.of(arguments), System.getenv());
      if (options.exposesToken()) {
        notes.accept("the token travels unencrypted: use https");
      }
      // A server that closes idle connections first would make the next request fail.
      System.setProperty("jdk.httpclient.keepalive.timeout", "5");
      new Bridge(
              options,
              new FileInputStream(FileDescriptor.in),
              new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
              Executors.newVirtualThreadPerTaskExecutor(),
              notes,
              Thread::sleep,
              PATIENCE)
          .run();
    } catch (Options.Unusable e) {
      notes.accept(e.getMessage());
      System.err.println(Options.USAGE);
      System.exit(UNUSABLE);
    }
  }
}
