package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.agent.PluginSet;
import io.awaken.core.plugin.Plugin;
import io.awaken.fixture.NamedPlugin;
import io.awaken.server.config.Settings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PluginBeansTest {

  private static final Plugin AUDIT = NamedPlugin.hooking("audit");
  private static final Plugin LIMIT = NamedPlugin.hooking("limit");
  private static final Plugin TAG = NamedPlugin.hooking("tag");

  @Test
  void pluginsThatTheSettingListsAreGlobalInItsOrderAndAgentsNameTheOthers() {
    PluginSet plugins = registered("tag, audit,", AUDIT, LIMIT, TAG);

    assertThat(plugins.global()).extracting(each -> each.name()).containsExactly("tag", "audit");
    assertThat(plugins.byName())
        .containsKeys("limit", "stop-condition")
        .doesNotContainKeys("tag", "audit");
  }

  @Test
  void withoutTheSettingNoPluginIsGlobal() {
    assertThat(registered("", TAG, AUDIT).global()).isEmpty();
    assertThat(registered("", TAG, AUDIT).byName()).containsKeys("audit", "tag");
  }

  @Test
  void aListedPluginThatNoBeanIsStopsTheStart() {
    assertThatThrownBy(() -> registered("audti", AUDIT))
        .hasMessage(
            "awaken.plugins.global names the plugin audti, which neither a bean nor a built-in one"
                + " is");
  }

  @Test
  void aBuiltInPluginCanBeGlobalAndABeanOfItsNameTakesItsPlace() {
    assertThat(registered("run-logging", AUDIT).global())
        .extracting(each -> each.name())
        .containsExactly("run-logging");
    Plugin own = NamedPlugin.hooking("run-logging");
    assertThat(registered("", own).byName().get("run-logging").registration().plugin())
        .isSameAs(own);
  }

  @Test
  void twoBeansOfOneNameStopTheStart() {
    assertThatThrownBy(() -> registered("", AUDIT, NamedPlugin.hooking("audit")))
        .hasMessage("two beans are plugins of the name audit");
  }

  private static PluginSet registered(String global, Plugin... plugins) {
    return PluginBeans.registered(
        List.of(plugins), new Settings(key -> Optional.of(global)), List.of());
  }
}
