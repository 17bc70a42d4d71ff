package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows({18, 20, 35})
class PluginSectionTest {

  /** The section of the test plugin. */
  record Limit(int perMinute, String secret) {}

  private static final ConfigSection<Limit> SECTION =
      ConfigSection.of(
          "rate_limit",
          json(
              """
              {"type": "object", "required": ["per_minute"],
               "properties": {"per_minute": {"type": "integer", "minimum": 1},
                              "secret": {"type": "string", "maxLength": 3}}}
              """),
          Limit.class,
          () -> new Limit(60, null));

  private static final NamedPlugin PLUGIN =
      NamedPlugin.of("limiter", registrar -> registrar.registerSection(SECTION));

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"per_minute": 0}                    | /per_minute: must have a minimum value of 1
          {"per_minute": "many"}               | /per_minute: string found, integer expected
          {}                                   | required property 'per_minute' not found
          {"per_minute": 1, "secret": "s3cret"} | /secret: must be at most 3 characters long
          {"per_minute": 99999999999}          | it cannot be read
          """)
  void anInvalidSectionRefusesItsAgentNamingPositionAndReason(String section, String reason) {
    var error =
        catchThrowableOfType(ResolveException.class, () -> resolve("limiter", section)).error();

    assertThat(error)
        .isEqualTo(new ResolveError.InvalidPluginConfig("a", "limiter", "rate_limit", reason));
    assertThat(error.message()).doesNotContain("s3cret");
  }

  @Test
  void theSectionOfASilencedPluginIsChecked() {
    var spec =
        AgentSpec.builder("a", "m")
            .plugins("limiter")
            .activeHookFilter("nobody")
            .section("rate_limit", json("{}"))
            .build();

    assertThatThrownBy(
            () -> AgentResolver.resolve(Registries.with(spec).named(PLUGIN).snapshot(), "a"))
        .isInstanceOf(ResolveException.class);
  }

  @Test
  void anAbsentSectionMeansTheDefault() {
    assertThatCode(() -> resolve("limiter", null)).doesNotThrowAnyException();
    assertThat(Sections.NONE.get(SECTION).perMinute()).isEqualTo(60);
  }

  @Test
  void aSectionIsDecodedToItsType() {
    resolve("limiter", "{\"per_minute\": 5}");

    assertThat(new Sections(Map.of("rate_limit", json("{\"per_minute\": 5}"))).get(SECTION))
        .isEqualTo(new Limit(5, null));
  }

  @Test
  void aSectionIsReadOnceForAllRunsOfItsAgent() {
    var spec =
        AgentSpec.builder("a", "m")
            .plugins("limiter")
            .section("rate_limit", json("{\"per_minute\": 5}"))
            .build();
    var registry = Registries.with(spec).named(PLUGIN).snapshot();

    Limit read = AgentResolver.resolve(registry, "a").sections().get(SECTION);

    assertThat(AgentResolver.resolve(registry, "a").sections().get(SECTION)).isSameAs(read);
  }

  @Test
  void aSectionWithoutAPluginIsLoggedOncePerLoad() {
    var spec =
        AgentSpec.builder("a", "m").section("rate_limit", json("{\"per_minute\": 0}")).build();
    var registry = Registries.with(spec).named(PLUGIN).snapshot();

    try (var log = new CapturedLog(AgentResolver.class)) {
      AgentResolver.resolve(registry, "a");
      AgentResolver.resolve(registry, "a");

      assertThat(log.warnings())
          .containsExactly(
              "section rate_limit of agent a is read by none of its plugins; it has no effect");
    }
  }

  @Test
  void aToolWithAnInvalidNameIsRefusedNamingItsPlugin() {
    var plugin =
        NamedPlugin.of(
            "odd", registrar -> registrar.registerTool(FunctionTool.answering("not a name", "x")));

    assertThatThrownBy(() -> PluginSet.of(List.of(plugin), List.of()))
        .hasMessage(
            "plugin odd: tool not a name: an id has 1 to 64 letters, digits, '_' and '-'"
                + " only");
  }

  private static void resolve(String plugin, String section) {
    var spec = AgentSpec.builder("a", "m").plugins(plugin);
    if (section != null) {
      spec.section("rate_limit", json(section));
    }
    AgentResolver.resolve(Registries.with(spec.build()).named(PLUGIN).snapshot(), "a");
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
