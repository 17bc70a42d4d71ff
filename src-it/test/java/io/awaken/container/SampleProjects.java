package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The sample plugin projects, each with the WAR that Maven builds for a user who has installed the
 * runtime. All are built when a test requests the first one.
 */
final class SampleProjects {

  private static final Path FOLDER = Path.of("src-it/samples/plugins");
  private static boolean built;

  private SampleProjects() {}

  /**
   * Returns the unmodified archive of a project.
   *
   * @param project the name of its folder
   */
  static synchronized WebArchive archive(String project) throws IOException, InterruptedException {
    if (!built) {
      build();
      built = true;
    }
    Path war = FOLDER.resolve(project).resolve("target").resolve(project + ".war");
    return ShrinkWrap.createFromZipFile(WebArchive.class, war.toFile());
  }

  private static void build() throws IOException, InterruptedException {
    Process maven =
        new ProcessBuilder(
                System.getProperty("awaken.maven", "mvn"),
                "--batch-mode",
                "--no-transfer-progress",
                "-Dmaven.repo.local=" + BuildRepository.create(),
                "--file=" + FOLDER.resolve("pom.xml"),
                "package")
            .redirectErrorStream(true)
            .start();
    String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(maven.waitFor()).as(output).isZero();
  }
}
