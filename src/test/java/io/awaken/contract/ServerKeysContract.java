package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.store.ServerKeys;
import io.awaken.fixture.Rows;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Keys that all nodes share: the first one of a name stays. */
@Rows(1060)
public abstract class ServerKeysContract extends StoreContract {

  private static byte[] bytes(int... values) {
    var bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private ServerKeys keys() {
    return stores.serverKeys();
  }

  @Test
  void theFirstKeyOfANameStays() {
    assertThat(keys().key("a", () -> bytes(1, -2, 3))).isEqualTo(bytes(1, -2, 3));
    assertThat(keys().key("a", () -> bytes(4))).isEqualTo(bytes(1, -2, 3));
    assertThat(keys().key("b", () -> bytes(4))).isEqualTo(bytes(4));
  }

  @Test
  void whoeverComesSecondAtTheSameMomentGetsTheKeyOfTheFirst() {
    var other = new AtomicReference<byte[]>();

    byte[] own =
        keys()
            .key(
                "a",
                () -> {
                  other.set(keys().key("a", () -> bytes(7)));
                  return bytes(8);
                });

    assertThat(other.get()).isEqualTo(bytes(7));
    assertThat(own).isEqualTo(bytes(7));
  }

  @Test
  void aKeyThatCannotBeStoredIsRefused() {
    assertThatThrownBy(() -> keys().key("a", () -> bytes())).hasMessage("a key has 1 to 128 bytes");
    assertThatThrownBy(() -> keys().key("a", () -> new byte[129]))
        .hasMessage("a key has 1 to 128 bytes");
    assertThatThrownBy(() -> keys().key(" ", () -> bytes(1)))
        .hasMessage("the name of a key has 1 to 64 characters");
  }
}
