package io.awaken.http.security.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {

  private static final String ADA = AccessToken.of(new byte[32]);
  private static final String BEN = AccessToken.PREFIX + "ben";
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final InstantSource CLOCK = () -> NOW;

  @TempDir private Path folder;
  private Path path;
  private TokenFile file;

  @BeforeEach
  void open() throws Exception {
    path = folder.resolve("tokens");
    append("ada", NOW.plusSeconds(60), ADA);
    append("ben", NOW, BEN);
    file = TokenFile.open(path, CLOCK);
  }

  private void append(String name, Instant expires, String token) throws Exception {
    TokenAppender.append(
        path, TokenLines.line(new Caller("acme", name, Set.of("clerk")), expires, token));
  }

  private void mode(String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private boolean accepts(String token) {
    return file.find(token).isPresent();
  }

  @Test
  void aTokenIsFoundByItsHash() {
    assertThat(file.find(ADA).orElseThrow().caller())
        .isEqualTo(new Caller("acme", "ada", Set.of("clerk")));
    assertThat(file.expired(file.find(ADA).orElseThrow())).isFalse();
    assertThat(file.expired(file.find(BEN).orElseThrow())).isTrue();
    assertThat(accepts(AccessToken.of(other()))).isFalse();
  }

  private static byte[] other() {
    byte[] random = new byte[32];
    random[31] = 1;
    return random;
  }

  @Test
  @Attacks("S55")
  void removingALineRevokesItsTokenAndAddingOneAddsIt() throws Exception {
    String carl = AccessToken.PREFIX + "carl";
    append("carl", NOW.plusSeconds(60), carl);
    assertThat(accepts(carl)).isFalse();

    file.refresh();
    assertThat(accepts(carl)).isTrue();

    Files.writeString(path, Files.readString(path).lines().skip(1).findFirst().orElseThrow());
    file.refresh();
    assertThat(accepts(ADA)).isFalse();
    assertThat(accepts(BEN)).isTrue();
  }

  @Test
  void anInvalidVersionIsIgnoredUntilItIsFixed() throws Exception {
    String good = Files.readString(path);
    Files.writeString(path, "ada acme\n");
    file.refresh();
    assertThat(accepts(ADA)).isTrue();

    mode("rw-r--r--");
    Files.writeString(path, "");
    file.refresh();
    assertThat(accepts(ADA)).isTrue();

    mode("rw-------");
    file.refresh();
    assertThat(accepts(ADA)).isFalse();

    Files.writeString(path, good);
    file.refresh();
    assertThat(accepts(ADA)).isTrue();
  }

  @Test
  @Attacks("S55")
  void deletingTheFileRevokesAllTokens() throws Exception {
    Path away = Files.move(path, folder.resolve("away"));
    file.refresh();
    assertThat(accepts(ADA)).isFalse();

    Files.move(away, path);
    file.refresh();
    assertThat(accepts(ADA)).isTrue();
  }

  @Test
  @Attacks("S52")
  void aServerDoesNotStartWithAMissingInvalidOrReadableFile() throws Exception {
    assertThatThrownBy(() -> TokenFile.open(folder.resolve("none"), CLOCK))
        .hasMessage("there is no such file");
    assertThatThrownBy(() -> TokenFile.open(folder, CLOCK)).isInstanceOf(TokenFileException.class);
    for (String mode : new String[] {"rw-r-----", "rw-----w-", "rwx------"}) {
      mode(mode);
      assertThatThrownBy(() -> TokenFile.open(path, CLOCK)).hasMessageContaining("0600");
    }
    mode("r--------");
    assertThat(TokenFile.open(path, CLOCK).find(ADA)).isPresent();
    mode("rw-------");
    Files.writeString(path, "ada");
    assertThatThrownBy(() -> TokenFile.open(path, CLOCK)).hasMessageContaining("line 1");
    Files.write(path, new byte[SecretFile.MAX_BYTES + 1]);
    assertThatThrownBy(() -> TokenFile.open(path, CLOCK)).hasMessageContaining("1048576 bytes");
  }

  @Test
  void aFileIsCreatedPrivateAndALineIsAddedAfterAnUnterminatedOne() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    Files.writeString(path, Files.readString(path).stripTrailing());

    append("carl", NOW.plusSeconds(60), AccessToken.PREFIX + "carl");

    assertThat(Files.readString(path).lines()).hasSize(3);
    mode("rw-rw----");
    assertThatThrownBy(() -> append("dora", NOW, AccessToken.PREFIX + "dora"))
        .hasMessageContaining("0600");
  }
}
