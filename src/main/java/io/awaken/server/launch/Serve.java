package io.awaken.server.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Serves the built archive in the foreground until the process is told to end.
 *
 * <p>Arguments: the build directory, the archive, the folder with the server's configuration. The
 * setting {@code awaken.war} puts another archive, one with tools of its own, in the place of ours.
 * Prints one line with the address when the application is healthy. Exit code 1 and one line with
 * the reason when it cannot start, 0 after Ctrl-C or SIGTERM.
 */
public final class Serve {
  private Serve() {}

  /**
   * Starts here.
   *
   * @param arguments see above
   * @throws InterruptedException never in practice
   * @throws IOException when the build directory cannot be written
   */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    try {
      Path build = Path.of(arguments[0]).toAbsolutePath();
      LaunchSettings settings = LaunchSettings.read(build.resolve("serve.properties"));
      settings.check();
      Path archive = settings.archive(Path.of(arguments[1]));
      System.exit(serve(build, archive, Path.of(arguments[2]), settings));
    } catch (LaunchFailed e) {
      System.err.println("Awaken EE did not start: " + e.getMessage());
      System.exit(1);
    }
  }

  private static int serve(Path build, Path archive, Path config, LaunchSettings settings)
      throws IOException, InterruptedException, LaunchFailed {
    PayaraProcess server =
        PayaraProcess.start(
            new Installation(build.resolve("payara-micro.jar"), archive, config, build),
            settings,
            List.of());
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    endWithParent();
    ServerLog log = new ServerLog(server.output(), build.resolve("serve.log"), System.out);
    Thread.ofPlatform().daemon().start(log);
    new Readiness(settings.http(), server, log).await();
    server.forgetProperties();
    System.out.println("Awaken EE is ready at " + settings.http().page());
    if (settings.isLoopbackByDefault()) {
      System.out.println(
          "It serves this machine only, since no authentication is configured. To serve others give"
              + " -Dawaken.http.host=0.0.0.0 (docs/security.md)");
    }
    log.showEverything();
    return server.await();
  }

  /** When Maven is killed outright nobody signals this process, and the server would stay. */
  private static void endWithParent() {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
  }
}
