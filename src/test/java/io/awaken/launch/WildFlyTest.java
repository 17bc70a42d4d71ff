package io.awaken.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class WildFlyTest {

  @TempDir private Path folder;

  @Test
  void theArchiveIsNamedAtTheEndOfTheServersDocumentAndServedAtTheRoot() throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("standalone-full.xml"),
            "<server><profile><server name=\"default-server\"></server></profile></server>\n");

    WildFly.deploy(Path.of("/srv/R&D \"A\"/shop.war"), document);

    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(document.toFile())
            .getDocumentElement();
    assertThat(root.getLastChild().getPreviousSibling().getNodeName()).isEqualTo("deployments");
    Element deployment = (Element) root.getElementsByTagName("deployment").item(0);
    assertThat(deployment.getAttribute("runtime-name")).isEqualTo("ROOT.war");
    Element archive = (Element) root.getElementsByTagName("fs-archive").item(0);
    assertThat(archive.getAttribute("path")).isEqualTo("/srv/R&D \"A\"/shop.war");
  }

  @Test
  void itListensAtTheConfiguredAddressAndReadsSettingsFromAFile() throws Exception {
    LaunchSettings settings = LaunchSettings.of(new Properties(), 8090, folder);
    var server = new WildFly(installation(), settings.http(), folder.resolve("base"));

    List<String> arguments = server.arguments(folder.resolve("secrets"));

    assertThat(arguments)
        .containsSequence("-b", "127.0.0.1")
        .contains("-Djboss.http.port=8090")
        .containsSequence("-P", folder.resolve("secrets").toUri().toString())
        .noneMatch(argument -> argument.contains("bind.address.management"));
  }

  @Test
  void aBuildHasNoWildFlyByDefault() {
    assertThatThrownBy(() -> WildFlyConfiguration.prepare(installation()))
        .isInstanceOf(LaunchFailed.class)
        .hasMessageContaining("-Dawaken.server=wildfly");
    assertThat(folder).isEmptyDirectory();
  }

  /** With the scripts of this repository. */
  private Installation installation() {
    return new BuiltServers(folder, folder.resolve("wildfly-1"), new File("server-config").toPath())
        .installation(ServerKind.WILDFLY, folder.resolve("awaken.war"), folder);
  }
}
