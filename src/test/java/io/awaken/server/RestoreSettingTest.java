package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.UnknownKeyPolicy;
import io.awaken.fixture.Rows;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@Rows(52)
class RestoreSettingTest {

  private static RestorePolicy policy(Map<String, String> values) {
    return Node.restoring(new Settings(key -> Optional.ofNullable(values.get(key))));
  }

  @Test
  void everyChoiceIsADifferentPolicy() {
    assertThat(policy(Map.of())).isEqualTo(RestorePolicy.DEFAULT);
    assertThat(policy(Map.of("awaken.state.restore", "usual"))).isEqualTo(RestorePolicy.DEFAULT);
    assertThat(policy(Map.of("awaken.state.restore", "strict")))
        .isEqualTo(RestorePolicy.always(UnknownKeyPolicy.ERROR));
    assertThat(policy(Map.of("awaken.state.restore", "lenient")))
        .isEqualTo(RestorePolicy.always(UnknownKeyPolicy.SKIP));
    assertThat(RunSetting.STATE_RESTORE.value().choices()).hasSize(3);
  }
}
