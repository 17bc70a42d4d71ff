package io.awaken.core.state;

import static io.awaken.core.state.Samples.COUNT;
import static io.awaken.core.state.Samples.VISITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

@Rows(44)
class KeyRegistrationTest {

  @Test
  void aKeyIsPersistentAndRemovedWithItsPluginByDefault() {
    assertThat(StateKeyOptions.DEFAULT.persistent()).isTrue();
    assertThat(StateKeyOptions.DEFAULT.retainOnUninstall()).isFalse();
    assertThat(StateKeyOptions.DEFAULT.transientValue().persistent()).isFalse();
    assertThat(StateKeyOptions.DEFAULT.retained().retainOnUninstall()).isTrue();
  }

  @Test
  void theScopeOfTheOptionsOverridesTheKeys() {
    var thread = StateKeyOptions.DEFAULT.in(KeyScope.THREAD);
    var run = StateKeyOptions.DEFAULT.in(KeyScope.RUN);

    assertThat(new KeyRegistration(COUNT, thread).scope()).isEqualTo(KeyScope.THREAD);
    assertThat(new KeyRegistration(VISITS, run).scope()).isEqualTo(KeyScope.RUN);
    assertThat(Samples.registered(VISITS).scope()).isEqualTo(KeyScope.THREAD);
  }

  @Test
  void aTransientThreadValueIsRefused() {
    var transientValue = StateKeyOptions.DEFAULT.transientValue();

    assertThatThrownBy(() -> new KeyRegistration(VISITS, transientValue))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("test.visits");
    assertThatThrownBy(() -> new KeyRegistration(COUNT, transientValue.in(KeyScope.THREAD)))
        .hasMessageContaining("must be persistent");
    assertThat(new KeyRegistration(VISITS, transientValue.in(KeyScope.RUN)).scope())
        .isEqualTo(KeyScope.RUN);
  }
}
