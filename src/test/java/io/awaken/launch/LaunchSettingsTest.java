package io.awaken.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class LaunchSettingsTest {

  @TempDir Path folder;

  private LaunchSettings settings(String... keysAndValues) throws LaunchFailed {
    var properties = new Properties();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
    }
    return LaunchSettings.of(properties, 8080, folder);
  }

  @Test
  void theServerListensOnLoopbackWhenNothingIsConfigured() throws Exception {
    LaunchSettings settings = settings();

    assertThat(settings.http().host()).isEqualTo("127.0.0.1");
    assertThat(settings.isLoopbackByDefault()).isTrue();
    assertThat(settings.http().page()).isEqualTo("http://localhost:8080/");
  }

  @Test
  void theServerListensEverywhereWhenAuthenticationIsConfigured() throws Exception {
    for (String key : LaunchSettings.AUTHENTICATION) {
      LaunchSettings settings = settings(key, "anything");

      assertThat(settings.http().host()).isEqualTo("0.0.0.0");
      assertThat(settings.isLoopbackByDefault()).isFalse();
      assertThat(settings.http().uri("/health")).hasToString("http://127.0.0.1:8080/health");
    }
  }

  @Test
  void theBuildPassesEveryAuthenticationProperty() throws Exception {
    var pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File("pom.xml"));
    NodeList echoes = pom.getElementsByTagName("echoproperties");
    assertThat(echoes.getLength()).isOne();
    var handedOver = Pattern.compile(((Element) echoes.item(0)).getAttribute("regex"));

    assertThat(LaunchSettings.AUTHENTICATION)
        .allSatisfy(key -> assertThat(key).containsPattern(handedOver));
    assertThat("mp.jwt.verify.issuer").containsPattern(handedOver);
    assertThat("awaken.http.port").containsPattern(handedOver);
    assertThat("awaken.server").containsPattern(handedOver);
    assertThat("user.home").doesNotContainPattern(handedOver);
  }

  @Test
  void everyOtherPortHasItsOwnDataFolder() throws Exception {
    assertThat(read("")).isEqualTo(Path.of("data").toAbsolutePath());
    assertThat(read("awaken.http.port=8080")).isEqualTo(Path.of("data").toAbsolutePath());
    assertThat(read("awaken.http.port=8090")).isEqualTo(Path.of("data-8090").toAbsolutePath());
    assertThat(read("awaken.http.port=8090\nawaken.data.dir=/srv/agents"))
        .isEqualTo(Path.of("/srv/agents").toAbsolutePath());
  }

  private Path read(String properties) throws IOException, LaunchFailed {
    Path file = Files.writeString(folder.resolve("serve.properties"), properties);
    LaunchSettings settings = LaunchSettings.read(file);
    assertThat(file).doesNotExist();
    assertThat(settings.properties())
        .containsEntry("awaken.data.dir", settings.dataDirectory().toString());
    return settings.dataDirectory();
  }

  @Test
  void theServerIsPayaraMicroUnlessAnotherIsNamed() throws Exception {
    assertThat(settings().server()).isEqualTo(ServerKind.PAYARA);
    assertThat(settings("awaken.server", "payara").server()).isEqualTo(ServerKind.PAYARA);
    assertThat(settings("awaken.server", "wildfly").server()).isEqualTo(ServerKind.WILDFLY);
    assertThatThrownBy(() -> settings("awaken.server", "tomcat").server())
        .isInstanceOf(LaunchFailed.class)
        .hasMessage("awaken.server must be payara or wildfly, it is tomcat");
  }

  @Test
  void aConfiguredHostWinsInBothCases() throws Exception {
    assertThat(settings("awaken.http.host", "0.0.0.0").isLoopbackByDefault()).isFalse();
    LaunchSettings loopback =
        settings("awaken.http.host", "::1", "awaken.security.tokens.file", "anything");

    assertThat(loopback.isLoopbackByDefault()).isFalse();
    assertThat(loopback.http().uri("/health")).hasToString("http://[0:0:0:0:0:0:0:1]:8080/health");
  }

  @Test
  void aHostThatIsNotOfThisMachineIsRefused() throws Exception {
    HttpAddress other = HttpAddress.of("192.0.2.200", 8080);

    assertThatThrownBy(other::check)
        .isInstanceOf(LaunchFailed.class)
        .hasMessageContaining("awaken.http.host")
        .hasMessageContaining("192.0.2.200");
    assertThatThrownBy(() -> settings("awaken.http.host", "no such host"))
        .isInstanceOf(LaunchFailed.class)
        .hasMessageContaining("no such host");
  }

  @Test
  void aPortInUseIsRefused() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpAddress address = HttpAddress.of("127.0.0.1", taken.getLocalPort());

      assertThatThrownBy(address::check)
          .isInstanceOf(LaunchFailed.class)
          .hasMessageContaining("is in use");
    }
  }
}
