package io.awaken.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Writes the {@link ClassArchive} of a server by starting and ending one. Worth its time before
 * about six starts or more. A JVM that has written its classes may crash afterwards, so no server
 * in use does it.
 *
 * <p>Arguments: the build directory, the archive, the folder with the server's configuration. Exit
 * code 0 when the file exists, else 1 and one line with the reason; servers also start without it.
 */
public final class ArchiveClasses {
  /** The options of the servers of tests and of {@code mvn -Pserve}. */
  private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final Duration LONGEST_END = Duration.ofMinutes(3);

  private ArchiveClasses() {}

  /**
   * Entry point.
   *
   * @param arguments see above
   * @throws IOException when the build directory cannot be written
   * @throws InterruptedException never in practice
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) throws IOException, InterruptedException {
    Path build = Path.of(arguments[0]).toAbsolutePath();
    Path work = Files.createTempDirectory(build, "class-archive-");
    var at =
        new Installation(
            ServerKind.PAYARA,
            build.resolve("payara-micro.jar"),
            Path.of(arguments[1]).toAbsolutePath(),
            Path.of(arguments[2]).toAbsolutePath(),
            work,
            build);
    try {
      Path file =
          ClassArchive.of(at).orElseThrow(() -> new LaunchFailed("nothing is built")).file();
      if (!Files.exists(file)) {
        write(at, file);
      }
      System.out.println("Servers start from " + file);
      return 0;
    } catch (LaunchFailed e) {
      System.err.println("The classes were not archived: " + e.getMessage());
      return 1;
    } finally {
      Folders.delete(work);
    }
  }

  private static void write(Installation at, Path file)
      throws IOException, InterruptedException, LaunchFailed {
    Path unfinished = at.work().resolve("classes.jsa");
    var properties = new Properties();
    properties.setProperty("awaken.data.dir", at.work().resolve("data").toString());
    List<String> options = new ArrayList<>(JVM);
    options.add("-XX:ArchiveClassesAtExit=" + unfinished);
    options.add("-Xlog:cds*=off");
    try (LaunchedServer server = LaunchedServer.start(at, properties, freePort(), options)) {
      server.terminate();
      if (server.awaitExit(LONGEST_END).isEmpty() || !Files.exists(unfinished)) {
        throw new LaunchFailed("the JVM wrote none");
      }
    }
    Files.createDirectories(file.getParent());
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
