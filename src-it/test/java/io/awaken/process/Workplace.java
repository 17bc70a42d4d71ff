package io.awaken.process;

import io.awaken.launch.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The folder of a test class, with its servers' logs, documents and data. Stays after the test for
 * the analysis of failures, without what the servers unpacked, and is emptied by the next run.
 */
final class Workplace {

  /**
   * A server that lives for seconds starts faster with less compilation and a simple collector.
   * Softly referenced classes are released at the next collection.
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

  /** The folder of one of several servers of a test class. */
  static Workplace of(Class<?> test, String name) throws IOException {
    return of(build().resolve("process").resolve(test.getSimpleName() + "-" + name));
  }

  private static Workplace of(Path folder) throws IOException {
    Folders.delete(folder);
    return new Workplace(Files.createDirectories(folder));
  }

  /** The build's folder. */
  static Path build() {
    return archive().getParent();
  }

  static Path archive() {
    return Path.of(System.getProperty("awaken.archive", "target/awaken.war")).toAbsolutePath();
  }

  /** Adds JVM options for the next servers, such as the size of the heap. */
  Workplace withJvm(String... options) {
    jvm.addAll(List.of(options));
    return this;
  }

  /** JVM options of the servers started here. */
  List<String> jvm() {
    return List.copyOf(jvm);
  }

  /** The archive to deploy: as built, with added beans, or another one. */
  Path deployed() {
    return deployed;
  }

  /** Deploys another archive on the next servers. */
  void deploy(Path war) {
    deployed = war.toAbsolutePath();
  }

  /** Adds these beans to the archive for the next servers. */
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

  /** What the last server has logged. */
  String log() throws IOException {
    String name = Servers.isWildFly() ? "wildfly.log" : "serve.log";
    return Files.readString(folder.resolve("start-" + starts).resolve(name));
  }

  /** A folder for the next start of a server. */
  Path nextStart() throws IOException {
    starts++;
    return Files.createDirectories(folder.resolve("start-" + starts));
  }
}
