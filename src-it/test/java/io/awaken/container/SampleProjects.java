package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The sample projects, each with the WAR that Maven builds for a user who installed the runtime.
 */
public final class SampleProjects {

  private static final Path SAMPLES = Path.of("src-it/samples");
  private static final Path FOLDER = SAMPLES.resolve("plugins");
  private static boolean built;

  private SampleProjects() {}

  /** Builds the shop, with its own tools, plugin, agent and persistence unit. */
  public static Path shop() throws IOException, InterruptedException {
    Path project = SAMPLES.resolve("custom-tool");
    build(project);
    return project.resolve("target/shop.war");
  }

  /**
   * Returns the unmodified archive of a plugin's project; the first time all of them are built.
   *
   * @param project the name of its folder
   */
  static synchronized WebArchive archive(String project) throws IOException, InterruptedException {
    if (!built) {
      build(FOLDER);
      built = true;
    }
    Path war = FOLDER.resolve(project).resolve("target").resolve(project + ".war");
    return ShrinkWrap.createFromZipFile(WebArchive.class, war.toFile());
  }

  private static void build(Path folder) throws IOException, InterruptedException {
    var command =
        new ProcessBuilder(
                System.getProperty("awaken.maven", "mvn"),
                "--batch-mode",
                "--no-transfer-progress",
                "-Dmaven.repo.local=" + BuildRepository.create(),
                "--file=" + folder.resolve("pom.xml"),
                "package")
            .redirectErrorStream(true);
    command.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process maven = command.start();
    String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(maven.waitFor()).as(output).isZero();
  }
}
