package io.awaken.core.submit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.awaken.core.agent.ClientTools;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Sharing;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What no door accepts, neither a protocol of the server nor an embedded runtime. */
@Rows(237)
class RequestRulesTest {

  private static final AgentRules.Limits LIMITS =
      new AgentRules.Limits(1_024, 900, false, MediaRules.ANY, LargeMedia.INLINE, Sharing.TENANT);

  private final RegistrySnapshot registry = Registries.with(AgentSpec.of("a", "m")).snapshot();
  private final RequestRules rules = new AgentRules(() -> registry, null, LIMITS);

  static Stream<Arguments> refused() {
    RunRequest plain = RunRequest.of("a", "hello");
    return Stream.of(
        arguments(RunRequest.of("b", "hello"), ResolveException.class, "agent not found: b"),
        arguments(RunRequest.of("#own", "hello"), ResolveException.class, "agent not found: #own"),
        arguments(
            RunRequest.of("a", "x".repeat(1_025)),
            MessageTooLarge.class,
            "messages[0].content must have at most 1024 bytes as UTF-8"),
        arguments(
            RunRequest.of("a", "x".repeat(901)),
            MessageTooLarge.class,
            "messages[0].content must have at most 900 bytes as UTF-8"),
        arguments(
            plain.with(List.of(new ClientTool("a b", null, null))),
            ClientTools.Invalid.class,
            "frontend_tools[0].name must have 1 to 64 letters, digits, '_' and '-' only"),
        arguments(
            plain.with(InferenceOverride.builder().temperature(2).build()),
            AgentRules.OverridesForbidden.class,
            "overrides are not allowed on this server"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(RunRequest request, Class<? extends Exception> type, String message) {
    assertThatThrownBy(() -> rules.check(request)).isInstanceOf(type).hasMessage(message);
  }

  @Test
  void theWaitForAModelIsAlwaysTheCallersChoice() {
    var impatient = InferenceOverride.builder().maxWaitMs(0).build();

    assertThatCode(() -> rules.check(RunRequest.of("a", "hello").with(impatient)))
        .doesNotThrowAnyException();
  }
}
