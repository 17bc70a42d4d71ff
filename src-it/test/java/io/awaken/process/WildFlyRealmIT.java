package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.OnWildFly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Anonymous callers where WildFly authenticates in front of the application with a realm that the
 * archive does not declare ({@code docs/security.md}).
 */
@EnabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@BesideOthers
class WildFlyRealmIT {

  private static final String PASSWORD =
      Long.toHexString(ThreadLocalRandom.current().nextLong(1L << 32, Long.MAX_VALUE));

  /** The JWT subsystem would take precedence over the realm. */
  private static final WildFlyServer.Change REALM =
      WildFlyServer.Change.of(
              "<application-security-domain name=\"other\" [^>]*integrated-jaspi=\"false\"/>",
              "<application-security-domain name=\"other\" override-deployment-config=\"true\""
                  + " http-authentication-factory=\"application-http-authentication\"/>")
          .and(
              WildFlyServer.Change.of(
                  "<subsystem xmlns=\"urn:wildfly:microprofile-jwt-smallrye[^>]*/>", ""))
          .and(
              configuration ->
                  Files.writeString(
                      configuration.resolve("application-users.properties"),
                      "\nada=" + digest() + "\n",
                      StandardOpenOption.APPEND));

  private static final WildFlyServer.Change NO_MODEL =
      WildFlyServer.Change.of("<expose-resolved-model/>", "");

  /** The digest that WildFly's {@code add-user} writes. */
  private static String digest() {
    try {
      byte[] text = ("ada:ApplicationRealm:" + PASSWORD).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static Workplace workplace(String name) throws IOException {
    Workplace at = Workplace.of(WildFlyRealmIT.class, name);
    at.documents().agent("quick", 0, Turns.says("Hello."));
    return at;
  }

  @Test
  @OnWildFly
  @Attacks("S54")
  void theFirstAnonymousCallerIsRefusedBehindARealm() throws Exception {
    Workplace at = workplace("realm");
    String basic =
        Base64.getEncoder()
            .encodeToString(("ada:" + PASSWORD).getBytes(StandardCharsets.ISO_8859_1));
    try (ServerProcess server = Servers.startWildFly(at, REALM, Map.of());
        Api without = new Api(server.port());
        Api ada = new Api(server.port()).with("Authorization", "Basic " + basic)) {
      assertThat(without.status("v1/agents")).isEqualTo(401);
      assertThat(without.answer("POST", "v1/threads", "{}").statusCode()).isEqualTo(401);
      assertThat(without.status("health")).isEqualTo(200);
      assertThat(ada.status("v1/agents")).isEqualTo(200);
    }
    assertThat(at.log())
        .contains("Callers are authenticated by the security domain other")
        .doesNotContain("since it authenticated a caller");
  }

  @Test
  @Nightly("starts two servers")
  @Attacks("S54")
  void withoutTheManagementModelAnonymousCallersNeedTheSetting() throws Exception {
    Workplace at = workplace("no-model");
    try (ServerProcess server = Servers.startWildFly(at, NO_MODEL, Map.of());
        Api api = new Api(server.port())) {
      var answer = api.answer("GET", "v1/agents", "");
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.body()).contains("cannot determine whether it authenticates callers");
      assertThat(api.status("health")).isEqualTo(200);
    }
    assertThat(at.log())
        .contains("Requests without credentials are refused unless awaken.security.anonymous=true");

    Workplace open = workplace("no-model-open");
    var settings = Map.of("awaken.security.anonymous", "true");
    try (ServerProcess server = Servers.startWildFly(open, NO_MODEL, settings);
        Api api = new Api(server.port())) {
      assertThat(api.status("v1/agents")).isEqualTo(200);
    }
  }
}
