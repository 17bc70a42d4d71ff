package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.protocol.a2a.CardSigner;
import io.awaken.server.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings with which agent cards are signed. */
@Rows(241)
class CardKeyTest {

  @TempDir private Path folder;

  private Path file(String text, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("key.pem"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return file;
  }

  private static CardSigner signer(Path file) {
    var set = Map.of("awaken.a2a.card-key-file", file.toString());
    return ServerConfiguration.cards(new Settings(key -> Optional.ofNullable(set.get(key))));
  }

  private static String pem() throws Exception {
    byte[] key =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
    String body = Base64.getMimeEncoder().encodeToString(key);
    return "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n";
  }

  @Test
  void aKeyOfItsOwnerSignsAndWithoutOneNothingIsSigned() throws Exception {
    assertThat(signer(file(pem(), "rw-------"))).isNotSameAs(CardSigner.NONE);
    assertThat(ServerConfiguration.cards(new Settings(key -> Optional.empty())))
        .isSameAs(CardSigner.NONE);
  }

  @Test
  @Attacks("S52")
  void aFileThatOthersMayReadOrWithoutAKeyStopsTheStart() throws Exception {
    Path open = file(pem(), "rw-r--r--");
    assertThatThrownBy(() -> signer(open))
        .hasMessageStartingWith(
            "awaken.a2a.card-key-file is '" + open + "': users other than its owner");

    Path broken = file("secret but no key", "rw-------");
    assertThatThrownBy(() -> signer(broken))
        .hasMessageEndingWith("it has no private key, PKCS #8 in PEM")
        .hasMessageNotContaining("secret but");

    assertThatThrownBy(() -> signer(folder.resolve("none")))
        .hasMessageEndingWith("there is no such file");
  }
}
