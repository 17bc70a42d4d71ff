package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import io.awaken.server.launch.Serve;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** Two {@code mvn -Pserve} from one checkout, on different ports. */
@Nightly("starts two servers, one after the other")
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class TwoServersIT {

  private static final long DRAIN_SECONDS = 60;

  private final List<Process> launchers = new ArrayList<>();
  private Path build;

  @AfterEach
  void stop() throws InterruptedException {
    for (Process launcher : launchers) {
      launcher.destroy();
      assertThat(launcher.waitFor(DRAIN_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void theFirstServesWhileTheSecondIsBuiltAndStarted() throws Exception {
    build = Workplace.of(getClass()).folder().toAbsolutePath();
    int first = Workplace.freePort();
    copyBuild();
    serve(first);
    List<Path> ofFirst = files(first);

    overwriteBuild();
    copyBuild();
    int second = Workplace.freePort();
    serve(second);

    assertThat(files(first)).isEqualTo(ofFirst);
    for (int port : List.of(first, second)) {
      assertThat(get(port, "/health")).contains("healthy");
      assertThat(get(port, "/v1/agents")).contains("default");
    }
    assertThat(ofFirst).isNotEmpty().allSatisfy(TwoServersIT::isForItsUserOnly);
    assertThat(build.resolve("serve").resolve(String.valueOf(first)))
        .satisfies(TwoServersIT::isForItsUserOnly);
  }

  /** What the server has written for itself; the copies keep the permissions of the originals. */
  private List<Path> files(int port) throws IOException {
    Path data = build.resolve("data-" + port);
    Path runtime = build.resolve("serve").resolve(port + "/payara-micro");
    try (Stream<Path> inData = Files.list(data);
        Stream<Path> inRuntime = Files.list(runtime)) {
      return Stream.concat(inData, inRuntime).sorted().toList();
    }
  }

  private static void isForItsUserOnly(Path file) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .as(file.toString())
        .endsWith("------");
  }

  private void copyBuild() throws IOException {
    for (Path file : List.of(Workplace.archive(), Workplace.build().resolve("payara-micro.jar"))) {
      Files.copy(file, build.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** As a build that is under way leaves them for a moment. */
  private void overwriteBuild() throws IOException {
    for (String name : List.of("awaken.war", "payara-micro.jar")) {
      Files.writeString(build.resolve(name), "half written");
    }
  }

  private void serve(int port) throws Exception {
    var properties = new Properties();
    properties.setProperty("awaken.http.port", String.valueOf(port));
    Path file = build.resolve("serve-" + port + ".properties");
    try (var out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    Path console = build.resolve("console-" + port + ".txt");
    Path classes = Path.of(Serve.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Process launcher =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes.toString(),
                Serve.class.getName(),
                build.toString(),
                build.resolve("awaken.war").toString(),
                Path.of("server-config/payara").toAbsolutePath().toString(),
                file.toString())
            // The checkout, below which each server makes a data folder of its own.
            .directory(build.toFile())
            .redirectErrorStream(true)
            .redirectOutput(console.toFile())
            .start();
    launchers.add(launcher);
    Conditions.await(
        "the server at " + port,
        () -> {
          assertThat(launcher.isAlive()).as(Files.readString(console)).isTrue();
          return Files.readString(console).contains("is ready at");
        });
    assertThat(file).doesNotExist();
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }
}
