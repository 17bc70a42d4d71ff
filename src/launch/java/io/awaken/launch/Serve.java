package io.awaken.launch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Serves the built archive in the foreground until the process is signalled to end.
 *
 * <p>Arguments: the build directory, the archive, the folder with a folder of configuration for
 * each server, the file of properties that Maven was given, which is removed since it may contain a
 * password, and the folder of WildFly. The setting {@code awaken.server} chooses the server; {@code
 * awaken.war} deploys another archive with its own tools instead of ours. Prints one line with the
 * address when the application is healthy. Exit code 1 and the reason, a line for each mistake,
 * when it cannot start, 0 after Ctrl-C or SIGTERM. With a sixth argument, the reason goes into that
 * file and the exit code is {@value #REASON_WRITTEN}: Maven would print a stack trace after it, so
 * the build prints it later.
 */
public final class Serve {
  private static final int REASON_WRITTEN = 3;

  /** Compiling less makes a start fast; a server under load is started manually. */
  private static final List<String> FAST_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private Serve() {}

  /**
   * Entry point.
   *
   * @param arguments see above
   * @throws InterruptedException never in practice
   * @throws IOException when the build directory cannot be written
   * @throws ReflectiveOperationException when the class folder is incomplete
   */
  public static void main(String[] arguments)
      throws InterruptedException, IOException, ReflectiveOperationException {
    loadClasses();
    try {
      var built =
          new BuiltServers(
              Path.of(arguments[0]).toAbsolutePath(),
              Path.of(arguments[4]).toAbsolutePath(),
              Path.of(arguments[2]).toAbsolutePath());
      LaunchSettings settings = LaunchSettings.read(Path.of(arguments[3]));
      settings.check();
      Path archive = settings.archive(Path.of(arguments[1]));
      ServerKind kind = settings.server();
      System.exit(
          serve(ServeFolder.prepare(built, kind, archive, settings.http().port()), settings));
    } catch (LaunchFailed e) {
      String reason = "Awaken EE did not start: " + e.getMessage();
      if (arguments.length > 5) {
        Files.writeString(Path.of(arguments[5]), reason);
        System.exit(REASON_WRITTEN);
      }
      System.err.println(reason);
      System.exit(1);
    }
  }

  /** Another build in this checkout may replace the class files while the server runs. */
  private static void loadClasses() throws IOException, ReflectiveOperationException {
    Path folder =
        Path.of(URI.create(Serve.class.getResource("Serve.class").toString())).getParent();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class") && !name.startsWith("package-info")) {
          Class.forName(
              Serve.class.getPackageName() + "." + name.substring(0, name.lastIndexOf('.')));
        }
      }
    }
  }

  private static int serve(Installation at, LaunchSettings settings)
      throws IOException, InterruptedException, LaunchFailed {
    ServerProcess server = ServerProcess.start(at, settings, FAST_START);
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    endWithParent();
    ServerLog log = new ServerLog(server.output(), at.work().resolve("serve.log"), System.out);
    Thread.ofPlatform().daemon().start(log);
    new Readiness(settings.http(), server, log).await();
    server.forgetProperties();
    String chat = hasPage(at.archive()) ? " (open it in a browser to chat)" : "";
    System.out.println("Awaken EE is ready at " + settings.http().page() + chat);
    if (settings.isLoopbackByDefault()) {
      System.out.println(
          "It serves this machine only, since no authentication is configured. To serve others give"
              + " -Dawaken.http.host=0.0.0.0 and the names that they use as -Dawaken.http.hosts="
              + " (docs/security.md)");
    }
    log.showEverything();
    return server.await();
  }

  /** Another archive includes our classes, and has its own pages or none. */
  private static boolean hasPage(Path archive) throws IOException {
    try (var files = new ZipFile(archive.toFile())) {
      return files.getEntry("page/view/awaken-chat.js") != null;
    }
  }

  /** When Maven is killed this process gets no signal, and the server would keep running. */
  private static void endWithParent() {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
  }
}
