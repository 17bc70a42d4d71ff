package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.ThreadId;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {
  private static final String BY_TIME = "019ac9f0-1111-7222-8333-444455556666";

  /** Rows are stored by these: a change needs a migration. */
  @ParameterizedTest
  @CsvSource({
    "default, 019ac9f0-1111-7222-8333-444455556666, 019ac9f0-1111-7222-8333-444455556666",
    "default, 3f1b7c7e-1111-4222-8333-444455556666, 3f1b7c7e-1111-4222-8333-444455556666",
    "default, t, e3b98a4d-a31a-827d-4bde-6e43033f66ba",
    "acme, 019ac9f0-1111-7222-8333-444455556666, 019ac9f0-1111-87b4-1e4d-dcf2ddf7527e"
  })
  void theKeyOfAThreadFollowsFromItsId(String tenant, String id, UUID key) {
    assertThat(Keys.thread(new ThreadId(tenant, id))).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource({
    "019ac9f0-1111-7222-8333-444455556666, 0x9ac9444455556666",
    "3f1b7c7e-1111-4222-8333-444455556666, 0x1b7c444455556666",
    "r, 0x454349e422f05297"
  })
  void theKeyOfARunFollowsFromItsId(String id, String key) {
    assertThat("0x" + Long.toHexString(Keys.run(id))).isEqualTo(key);
  }

  /** An id of the default tenant is never the key of a thread that has its own. */
  @Test
  void noIdIsTheKeyOfAnotherThread() {
    Set<UUID> keys = new HashSet<>();
    String id = BY_TIME;
    for (int i = 0; i < 100; i++) {
      UUID key = Keys.thread(new ThreadId("acme", id));
      assertThat(keys.add(key)).isTrue();
      id = key.toString();
      assertThat(keys.add(Keys.thread(new ThreadId(id)))).isTrue();
    }
  }

  @Test
  void noRunHasTheKeyOfWhatBelongsToNoRun() {
    assertThat(Keys.run("00000000-0000-4000-8000-000000000000")).isNotEqualTo(Keys.NO_RUN);
  }
}
