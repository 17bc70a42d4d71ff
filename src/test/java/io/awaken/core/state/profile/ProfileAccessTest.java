package io.awaken.core.state.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.contract.Stores;
import io.awaken.core.state.Samples;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.store.memory.MemoryStores;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Rows({56, 57, 58, 59, 60})
class ProfileAccessTest {

  record Taste(String language, int verbosity) {}

  private static final ProfileKey<Taste> TASTE =
      ProfileKey.of("test.taste", Taste.class, () -> new Taste("en", 1));

  private final ProfileStore store =
      new MemoryStores(InstantSource.system(), Stores.SETTINGS).profile();
  private final ProfileAccess access = new ProfileAccess(store, "acme", Set.of("test.taste"));

  @Test
  void anUnwrittenValueIsTheInitialOne() {
    assertThat(access.read(TASTE, "system")).isEqualTo(new Taste("en", 1));
  }

  @Test
  void aWrittenValueIsReadUntilItIsDeleted() {
    access.write(TASTE, "system", new Taste("no", 3));
    assertThat(access.read(TASTE, "system")).isEqualTo(new Taste("no", 3));
    assertThat(access.read(TASTE, "helper")).isEqualTo(new Taste("en", 1));

    access.delete(TASTE, "system");
    assertThat(access.read(TASTE, "system")).isEqualTo(new Taste("en", 1));
  }

  @Test
  void scopesAreConventionalTexts() {
    assertThat(StateScope.global()).hasToString("global");
    assertThat(StateScope.parentThread("t")).hasToString("parent_thread::t");
    assertThat(StateScope.agentType("helper")).hasToString("agent_type::helper");
    assertThat(StateScope.thread("t")).hasToString("thread::t");

    access.write(TASTE, StateScope.thread("t"), new Taste("fr", 2));
    assertThat(access.read(TASTE, "thread::t")).isEqualTo(new Taste("fr", 2));
    access.delete(TASTE, StateScope.thread("t"));
    assertThat(access.read(TASTE, StateScope.thread("t"))).isEqualTo(new Taste("en", 1));
    assertThatThrownBy(() -> new StateScope("x".repeat(257))).hasMessageContaining("256");
  }

  @Test
  @Attacks("S47")
  void aKeyThatNoPluginRegisteredIsRefused() {
    var unregistered = ProfileKey.of("unregistered.key", String.class, () -> "");

    assertThatThrownBy(() -> access.read(unregistered, "system"))
        .isInstanceOf(StateException.class)
        .hasMessage("profile key not registered: unregistered.key");
    assertThatThrownBy(() -> access.write(unregistered, "system", "x"))
        .hasMessageContaining("unregistered.key");
    assertThatThrownBy(() -> access.delete(unregistered, "system"))
        .hasMessageContaining("unregistered.key");
  }

  @Test
  @Attacks("S47")
  void anotherTenantDoesNotSeeIt() {
    access.write(TASTE, "system", new Taste("no", 3));

    var strangers = new ProfileAccess(store, "evil", Set.of("test.taste"));
    assertThat(strangers.read(TASTE, "system")).isEqualTo(new Taste("en", 1));
  }

  @Test
  void aStoredValueOfAnotherShapeNamesItsKey() {
    store.write("acme", "test.taste", "system", Samples.json("hunter2"));

    assertThatThrownBy(() -> access.read(TASTE, "system"))
        .isInstanceOfSatisfying(
            StateException.class,
            e -> assertThat(e.error()).isInstanceOf(StateError.KeyDecode.class))
        .hasMessageContaining("test.taste")
        .hasMessageNotContaining("hunter2");
  }
}
