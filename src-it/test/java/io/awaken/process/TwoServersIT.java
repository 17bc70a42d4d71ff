package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FreePorts;
import io.awaken.fixture.Nightly;
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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two {@code mvn -Pserve} from one checkout, on different ports. */
@Nightly("starts two servers, one after the other")
class TwoServersIT {

  private static final boolean WILDFLY = "wildfly".equals(System.getProperty("arquillian.launch"));

  private final List<ServeLauncher> launchers = new ArrayList<>();
  private Path build;

  @AfterEach
  void stop() throws InterruptedException {
    for (ServeLauncher launcher : launchers) {
      launcher.close();
    }
  }

  @Test
  void theFirstServesWhileTheSecondIsBuiltAndStarted() throws Exception {
    build = Workplace.of(getClass()).folder().toAbsolutePath();
    int first = FreePorts.next();
    copyBuild();
    serve(first);
    List<Path> ofFirst = files(first);

    overwriteBuild();
    copyBuild();
    int second = FreePorts.next();
    serve(second);

    assertThat(files(first)).isEqualTo(ofFirst);
    for (int port : List.of(first, second)) {
      assertThat(get(port, "/health")).contains("healthy");
      assertThat(get(port, "/v1/agents")).contains("default");
    }
    assertThat(ofFirst).isNotEmpty().allSatisfy(TwoServersIT::assertOwnerOnly);
    assertThat(build.resolve("serve").resolve(String.valueOf(first)))
        .satisfies(TwoServersIT::assertOwnerOnly);
  }

  /** Files written by the server; the copies keep the permissions of the originals. */
  private List<Path> files(int port) throws IOException {
    Path data = build.resolve("data-" + port);
    Path runtime = build.resolve("serve/" + port).resolve(WILDFLY ? "wildfly" : "payara-micro");
    try (Stream<Path> inData = Files.list(data);
        Stream<Path> inRuntime = Files.list(runtime)) {
      return Stream.concat(inData, inRuntime).sorted().toList();
    }
  }

  private static void assertOwnerOnly(Path file) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .as(file.toString())
        .endsWith("------");
  }

  private void copyBuild() throws IOException {
    for (Path file : built()) {
      Files.copy(file, build.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Truncates the files like a running build does for a moment. */
  private void overwriteBuild() throws IOException {
    for (Path file : built()) {
      Files.writeString(build.resolve(file.getFileName()), "half written");
    }
  }

  private static List<Path> built() {
    Path payara = Workplace.build().resolve("payara-micro.jar");
    return WILDFLY ? List.of(Workplace.archive()) : List.of(Workplace.archive(), payara);
  }

  private void serve(int port) throws Exception {
    launchers.add(
        ServeLauncher.start(build, port, Map.of("awaken.server", WILDFLY ? "wildfly" : "payara")));
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }
}
