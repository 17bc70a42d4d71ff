package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The PostgreSQL pool of {@code server-config/wildfly/pool.cli}. */
@EnabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@BesideOthers
class WildFlyPoolIT {

  private static final Path POOL = Path.of("server-config/wildfly").toAbsolutePath();

  @AutoClose private final PostgreSql postgres = new PostgreSql();

  /** Runs the script as its first lines say, for a folder that is no home of WildFly. */
  private static void runPoolScript(Path configuration) throws IOException {
    Path base = configuration.getParent();
    Path work = Files.createDirectories(base.resolve("pool"));
    Path modules = Files.createDirectories(base.resolve("modules"));
    Path driver =
        Path.of(
            org.postgresql.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    Files.copy(driver, work.resolve("postgresql-42.7.14.jar"));
    Files.copy(POOL.resolve("jboss-web.xml"), work.resolve("jboss-web.xml"));
    String script = Files.readString(POOL.resolve("pool.cli"));
    String ownModules =
        script.replace("module add ", "module add --module-root-dir=" + modules + " ");
    Files.writeString(work.resolve("pool.cli"), ownModules);
    WildFlyServer.cli(base, work, "pool.cli");
  }

  /**
   * The lease is long, so a run that continues in time was handed over: the pool was still open.
   */
  @Test
  @Nightly("starts a server, and another that continues its run")
  void runsAreHandedOverBeforeThePoolOfTheServerStops() throws Exception {
    try (var connection = DriverManager.getConnection(postgres.url());
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE awaken");
    }
    Workplace at = Workplace.of(getClass());
    at.documents()
        .agent("slow", 100, Turns.asksForTheWeather(Turns.words(40)), Turns.says("It rains."));
    String[] address = postgres.url().split("[/?]");
    Map<String, String> settings =
        Map.of(
            "env.AWAKEN_POOL_HOST", address[2],
            "env.AWAKEN_POOL_USER", "postgres",
            "env.AWAKEN_POOL_PASSWORD", "unused",
            "awaken.datasource", "java:/jdbc/awaken",
            "awaken.mailbox.lease", "PT5M",
            "awaken.drain", "PT10S");
    String run;
    try (ServerProcess server = Servers.startWildFly(at, WildFlyPoolIT::runPoolScript, settings);
        Api api = new Api(server.port());
        EventStream live = api.run("slow")) {
      run = live.until(frame -> frame.field("delta").contains("word2")).getFirst().field("run_id");
      server.terminate();
      assertThat(live.readToEnd().getLast().type()).isEqualTo("reconnect");
      server.awaitExit();
    }
    assertThat(at.log()).doesNotContain("ERROR");

    try (ServerProcess server = Servers.startWildFly(at, WildFlyPoolIT::runPoolScript, settings);
        Api api = new Api(server.port());
        EventStream stream = api.events(run)) {
      assertThat(stream.readToEnd().getLast().json().path("result").path("response").asText())
          .isEqualTo("It rains.");
    }
  }
}
