package io.awaken.core.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Secrets are encrypted and bound to their owners. */
@Rows(1142)
class SecretVaultTest {

  private static final SecretName ANN = new SecretName("acme", "ann", "mcp:files");
  private static final SecretName BOB = new SecretName("acme", "bob", "mcp:files");
  private static final String OLD = key(1);
  private static final String NEW = key(2);

  private final SecretStore store = new MemorySecretStore(new SettableClock());

  private static String key(int fill) {
    var bytes = new byte[SecretKeys.BYTES];
    java.util.Arrays.fill(bytes, (byte) fill);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private SecretVault vault(String... keys) {
    return new SecretVault(store, SecretKeys.parse(String.join("\n", keys)));
  }

  private String kept(SecretName name) {
    return store.find(name).orElseThrow().sealed();
  }

  @Test
  void theStoreContainsNoPlaintext() {
    vault(OLD).put(ANN, 0, "a token", null);
    String first = kept(ANN);
    vault(OLD).put(BOB, 0, "a token", null);

    assertThat(first).doesNotContain("a token").isNotEqualTo(kept(BOB));
    assertThat(new String(Base64.getUrlDecoder().decode(first.split("\\.")[2])))
        .doesNotContain("a token");
    assertThat(vault(OLD).find(ANN).secret()).isEqualTo("a token");
    assertThat(vault(OLD).find(ANN).toString()).doesNotContain("a token");
  }

  @Test
  void aMovedOrModifiedRowCannotBeRead() {
    vault(OLD).put(ANN, 0, "a token", null);
    String sealed = kept(ANN);
    store.put(BOB, 0, sealed, null);
    assertThat(vault(OLD).find(BOB).secret()).isNull();

    char last = sealed.charAt(sealed.length() - 5);
    String changed =
        sealed.substring(0, sealed.length() - 5)
            + (last == 'A' ? 'B' : 'A')
            + sealed.substring(sealed.length() - 4);
    for (String broken :
        new String[] {
          changed, "", "1", "1.x.y", "2" + sealed.substring(1), "..", sealed.substring(0, 14)
        }) {
      store.put(BOB, store.find(BOB).orElseThrow().version(), broken, null);
      assertThat(vault(OLD).find(BOB).secret()).as(broken).isNull();
    }
    assertThat(vault(OLD).take(BOB)).isEmpty();
  }

  @Test
  void keysCanBeChangedWithoutLosingSecrets() {
    vault(OLD).put(ANN, 0, "a token", null);
    String before = kept(ANN);

    assertThat(vault(NEW, OLD).find(ANN).secret()).isEqualTo("a token");
    assertThat(kept(ANN)).isNotEqualTo(before);
    assertThat(vault(NEW).find(ANN).secret()).isEqualTo("a token");
    assertThat(vault(OLD).find(ANN).secret()).isNull();
  }

  @Test
  void aSecretThatNoKeyOpensCanBeReplaced() {
    vault(OLD).put(ANN, 0, "a token", null);

    SecretVault.Found found = vault(NEW).find(ANN);
    assertThat(found.secret()).isNull();
    assertThat(vault(NEW).put(ANN, found.version(), "the next", null)).isTrue();
    assertThat(vault(NEW).find(ANN).secret()).isEqualTo("the next");
  }

  @Test
  void aSecretThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> vault(OLD).put(ANN, 0, "x".repeat(SecretStore.MAX_SEALED), null))
        .hasMessage("a secret is too long to be stored");
  }

  @Test
  void invalidKeysAreNamedByLineAndNotShown() {
    assertThat(SecretKeys.parse("# of today\n\n " + NEW + " \r\n" + OLD))
        .hasToString("SecretKeys[2]");
    for (String broken : new String[] {"c2hvcnQ=", "not base64 at all!"}) {
      assertThatThrownBy(() -> SecretKeys.parse(OLD + "\n" + broken))
          .hasMessage("line 2 is not Base64 of 32 bytes, as `openssl rand -base64 32` makes them");
    }
    assertThatThrownBy(() -> SecretKeys.parse("\n")).hasMessage("there must be 1 to 16 keys");
  }
}
