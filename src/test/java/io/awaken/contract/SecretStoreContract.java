package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.secret.SecretStore.Kept;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Encrypted secrets of callers. */
@Rows(1142)
public abstract class SecretStoreContract extends StoreContract {

  private final String place = fresh("mcp");
  private final SecretName ann = new SecretName("acme", "ann", place);

  private SecretStore secrets() {
    return stores.secrets();
  }

  private String sealed(SecretName name) {
    return secrets().find(name).map(Kept::sealed).orElse(null);
  }

  @Test
  void aSecretIsFoundUnderItsNameOnly() {
    assertThat(secrets().find(ann)).isEmpty();
    String large = "x".repeat(SecretStore.MAX_SEALED);

    assertThat(secrets().put(ann, 0, large, null)).isTrue();

    assertThat(sealed(ann)).isEqualTo(large);
    for (SecretName other :
        List.of(
            new SecretName("evil", "ann", place),
            new SecretName("acme", "", place),
            new SecretName("", "ann", place),
            new SecretName("acme", "ann", place + "-mail"))) {
      assertThat(secrets().find(other)).isEmpty();
      assertThat(secrets().take(other)).isEmpty();
    }
    for (String fragment : FRAGMENTS) {
      assertThat(secrets().find(new SecretName("acme", "ann", fragment))).isEmpty();
      assertThat(secrets().find(new SecretName(fragment, fragment, place))).isEmpty();
    }
  }

  @Test
  void onlyTheVersionThatWasFoundIsReplacedOrRemoved() {
    secrets().put(ann, 0, "one", null);
    long one = secrets().find(ann).orElseThrow().version();

    assertThat(secrets().put(ann, 0, "other", null)).isFalse();
    assertThat(secrets().put(ann, one + 1, "other", null)).isFalse();
    assertThat(secrets().put(ann, one, "two", null)).isTrue();
    assertThat(secrets().put(ann, one, "three", null)).isFalse();
    assertThat(sealed(ann)).isEqualTo("two");

    secrets().remove(ann, one);
    assertThat(sealed(ann)).isEqualTo("two");

    secrets().remove(ann, secrets().find(ann).orElseThrow().version());
    assertThat(secrets().find(ann)).isEmpty();
    assertThat(secrets().put(ann, 0, "four", null)).isTrue();
    assertThat(sealed(ann)).isEqualTo("four");
  }

  @Test
  void whatIsTakenIsGone() {
    secrets().put(ann, 0, "one", null);

    assertThat(secrets().take(ann)).map(Kept::sealed).contains("one");
    assertThat(secrets().take(ann)).isEmpty();
    assertThat(secrets().find(ann)).isEmpty();
  }

  @Test
  void aSecretWhoseTimeIsOverIsGone() {
    secrets().put(ann, 0, "one", Duration.ofHours(1));
    var kept = new SecretName("acme", "kept", place);
    secrets().put(kept, 0, "for good", null);

    var later = new SecretName("acme", "later", place);
    secrets().put(later, 0, "still there", Duration.ofDays(3_000));

    stores.age(Duration.ofMinutes(61));
    assertThat(secrets().find(ann)).isEmpty();
    assertThat(secrets().take(ann)).isEmpty();
    assertThat(secrets().put(ann, 0, "two", null)).isTrue();
    assertThat(sealed(ann)).isEqualTo("two");
    assertThat(sealed(kept)).isEqualTo("for good");
    assertThat(sealed(later)).isEqualTo("still there");
  }

  @Test
  void ofSeveralAtATimeOneWritesAndOneTakes() throws Exception {
    List<Callable<Boolean>> writes = new ArrayList<>();
    List<Callable<Optional<Kept>>> takes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String sealed = "from " + i;
      writes.add(() -> secrets().put(ann, 0, sealed, null));
      takes.add(() -> secrets().take(ann));
    }
    int written = 0;
    int taken = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var write : threads.invokeAll(writes)) {
        written += write.get() ? 1 : 0;
      }
      for (var take : threads.invokeAll(takes)) {
        taken += take.get().isPresent() ? 1 : 0;
      }
    }

    assertThat(written).isEqualTo(1);
    assertThat(taken).isEqualTo(1);
  }
}
