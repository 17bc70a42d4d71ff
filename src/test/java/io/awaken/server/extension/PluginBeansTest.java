package io.awaken.server.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.config.DocumentException;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.plugin.Plugin;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Rows;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void anUnknownListedPluginStopsTheStart() {
    assertThatThrownBy(() -> registered("audti", AUDIT))
        .hasMessage(
            "awaken.plugins.global names the plugin audti, but neither a bean nor a built-in plugin"
                + " has that name");
  }

  @Test
  void aBuiltInPluginCanBeGlobalAndABeanOfItsNameReplacesIt() {
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

  @Test
  @Rows(208)
  void aFileOfRulesAppliesToEveryAgent(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("rules.yaml");
    Files.writeString(file, "default_behavior: deny\nrules:\n- {tool: read_*, behavior: allow}\n");

    PluginSet plugins = registered("tag", file.toString(), TAG);

    assertThat(plugins.global())
        .extracting(each -> each.name())
        .containsExactly("tag", "permission");
    assertThat(plugins.byName()).doesNotContainKey("permission");
  }

  @Test
  @Rows(208)
  void withoutAFileOfRulesAgentsNameThePlugin() {
    assertThat(registered("").byName()).containsKey("permission");
    assertThat(registered("permission").global()).hasSize(1);
  }

  @ParameterizedTest
  @Rows(208)
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          rules.yaml | `rules:\n- {tool: "a(", behavior: ask}`  | :2:4 rules[0].tool is no pattern: column 3: expected ')'
          rules.json | `{"default_behavior": "perhaps"}`        | :1:2 default_behavior is one of ask, allow, deny
          rules.yaml | `rules: [`                               | rules.yaml:
          rules.yaml | `other: 1`                               | permission has an unknown field
          rules.txt  | `rules: []`                              | is no file of rules: its name must end in
          """)
  void anInvalidFileOfRulesStopsTheStartWithItsPosition(
      String name, String text, String message, @TempDir Path folder) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text.replace("\\n", "\n"));
    assertThatThrownBy(() -> registered("", file.toString()))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(message);
  }

  @Test
  @Rows(208)
  void aFileOfRulesConflictsWithABeanOfThePluginsName(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("rules.json"), "{}");
    assertThatThrownBy(() -> registered("", file.toString(), NamedPlugin.hooking("permission")))
        .hasMessageContaining("awaken.permission.file is set, and a bean is the plugin permission");
  }

  private static PluginSet registered(String global, Plugin... plugins) {
    return registered(global, "", plugins);
  }

  private static PluginSet registered(String global, String rules, Plugin... plugins) {
    Map<String, String> values =
        Map.of(RunSetting.PLUGINS_GLOBAL.key(), global, RunSetting.PERMISSION_FILE.key(), rules);
    return PluginBeans.registered(
        List.of(plugins),
        new Settings(key -> Optional.ofNullable(values.get(key)).filter(one -> !one.isEmpty())),
        List.of());
  }
}
