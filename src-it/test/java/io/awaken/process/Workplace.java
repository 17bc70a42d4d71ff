package io.awaken.process;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The folder of one test class: its servers' logs, documents and data, left there for whoever looks
 * for the cause of a failure. Emptied at the next run.
 */
final class Workplace {

  /**
   * A server that lives for seconds starts faster with little compiling and collecting. Classes
   * that only soft references keep go at the next collection instead of when memory is needed.
   */
  static final List<String> JVM =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:SoftRefLRUPolicyMSPerMB=0",
          "-Xshare:auto");

  private final Path folder;
  private Path deployed = archive();
  private final List<String> jvm = new ArrayList<>(JVM);
  private int starts;

  private Workplace(Path folder) {
    this.folder = folder;
  }

  static Workplace of(Class<?> test) throws IOException {
    return of(build().resolve("process").resolve(test.getSimpleName()));
  }

  /** The same for one of several servers of a class. */
  static Workplace of(Class<?> test, String name) throws IOException {
    return of(build().resolve("process").resolve(test.getSimpleName() + "-" + name));
  }

  private static Workplace of(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return new Workplace(Files.createDirectories(folder));
  }

  /** The build's folder. */
  static Path build() {
    return archive().getParent();
  }

  static Path archive() {
    return Path.of(System.getProperty("awaken.archive", "target/awaken.war")).toAbsolutePath();
  }

  /** What the next servers are started with beside {@link #JVM}, such as the size of the heap. */
  Workplace withJvm(String... options) {
    jvm.addAll(List.of(options));
    return this;
  }

  /** Options of the servers that are started here. */
  List<String> jvm() {
    return List.copyOf(jvm);
  }

  /** What is deployed here: the archive as built, or with more in it. */
  Path deployed() {
    return deployed;
  }

  /** What the next servers deploy: the archive as built, with these beans. */
  void deployWith(Class<?>... beans) {
    Path war = folder.resolve("awaken.war");
    ShrinkWrap.create(ZipImporter.class, "awaken.war")
        .importFrom(archive().toFile())
        .as(WebArchive.class)
        .addClasses(beans)
        .as(ZipExporter.class)
        .exportTo(war.toFile(), true);
    deployed = war;
  }

  Path folder() {
    return folder;
  }

  Path data() {
    return folder.resolve("data");
  }

  Documents documents() {
    return new Documents(folder.resolve("documents"));
  }

  /** A folder for the next start of a server. */
  Path nextStart() throws IOException {
    starts++;
    return Files.createDirectories(folder.resolve("start-" + starts));
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
