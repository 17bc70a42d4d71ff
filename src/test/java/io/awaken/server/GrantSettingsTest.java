package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings with which people grant access. */
class GrantSettingsTest {

  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  @TempDir private Path folder;

  private Path file(String text, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("keys"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return file;
  }

  @Test
  @Rows(1142)
  void keysAreReadFromAFileOfTheirOwner() throws IOException {
    Path file = file("# new\n" + KEY + "\n", "rw-------");

    assertThat(GrantSettings.keys(file.toString())).hasToString("SecretKeys[1]");
  }

  @Test
  @Rows(1142)
  @Attacks("S52")
  void aFileThatOthersMayReadOrWithoutAKeyStopsTheStart() throws IOException {
    Path open = file(KEY, "rw-r--r--");
    assertThatThrownBy(() -> GrantSettings.keys(open.toString()))
        .hasMessageStartingWith(
            "awaken.secrets.key-file is '" + open + "': users other than its owner");

    Path broken = file("secret but no key", "rw-------");
    assertThatThrownBy(() -> GrantSettings.keys(broken.toString()))
        .hasMessageContaining("line 1 is not Base64 of 32 bytes")
        .hasMessageNotContaining("secret but");

    assertThatThrownBy(() -> GrantSettings.keys(folder.resolve("none").toString()))
        .hasMessageEndingWith("there is no such file");
  }

  @ParameterizedTest
  @Rows(1143)
  @ValueSource(
      strings = {
        "https://agents.example/v1/mcp-servers/oauth/callback",
        "https://agents.example/page?x=y",
        "http://localhost:8080/v1/mcp-servers/oauth/callback",
        "http://[::1]:8080/x"
      })
  void redirectAddressesAreHttpsOrOnThisMachine(String address) {
    assertThatCode(() -> GrantSettings.requireAddress(address)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @Rows(1143)
  @Attacks("S18")
  @ValueSource(
      strings = {
        "http://agents.example/x",
        "https://agents.example/x#y",
        "https://user@agents.example/x",
        "javascript:alert(1)",
        "/v1/mcp-servers/oauth/callback",
        "not an address"
      })
  void anotherRedirectAddressStopsTheStart(String address) {
    assertThatThrownBy(() -> GrantSettings.requireAddress(address))
        .hasMessageStartingWith("awaken.mcp.oauth.redirect-uri is '" + address + "'");
  }

  @ParameterizedTest
  @Rows(1290)
  @ValueSource(
      strings = {
        "http://agents.example/client.json",
        "https://agents.example",
        "https://agents.example/",
        "https://agents.example/x#y",
        "not an address"
      })
  void anInvalidAddressOfTheClientDocumentStopsTheStart(String address) {
    assertThatCode(() -> GrantSettings.requireDocument("https://agents.example/client.json"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> GrantSettings.requireDocument(address))
        .hasMessageStartingWith("awaken.mcp.oauth.client-document is '" + address + "'");
  }
}
