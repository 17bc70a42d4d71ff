package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(103)
class RetrySectionTest {

  private static AgentSpec agent(String section) throws JsonProcessingException {
    return AgentSpec.builder("a", "m")
        .section("retry", new ObjectMapper().readTree(section))
        .build();
  }

  @Test
  void eachFieldIsRead() throws JsonProcessingException {
    LlmRetryPolicy policy =
        RetrySection.of(
            agent(
                """
                {"max_retries": 3, "backoff_base_ms": 100, "overloaded_base_ms": 300, "jitter": 0.25,
                 "max_wait": "PT1H30M", "fallback_models": ["n"]}
                """));

    assertThat(policy)
        .isEqualTo(
            new LlmRetryPolicy(
                3, List.of("n"), 100, 300, 0.25, Duration.ofMinutes(90), null, null));
  }

  @Test
  void anEmptySectionHasTheDefaultsAndNoSectionRetriesNothing() throws JsonProcessingException {
    assertThat(RetrySection.of(agent("{}"))).isEqualTo(new LlmRetryPolicy(null, null, null));
    assertThat(RetrySection.of(AgentSpec.of("a", "m")).maxRetries()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"max_wait": "PT25H"}           | max_wait must be PT0S to PT24H
          {"max_wait": "PT"}              | max_wait must be PT0S to PT24H
          {"max_wait": "5 minutes"}       | /max_wait: does not match the regex pattern
          {"max_wait": 300}               | /max_wait: integer found, string expected
          {"jitter": 1.5}                 | /jitter: must have a maximum value of 1
          {"overloaded_base_ms": 8001}    | /overloaded_base_ms: must have a maximum value of 8000
          {"backoff_base_ms": -1}         | /backoff_base_ms: must have a minimum value of 0
          """)
  void anInvalidSectionIsRefusedNamingItsField(String section, String reason)
      throws JsonProcessingException {
    AgentSpec agent = agent(section);

    assertThat(catchThrowableOfType(ResolveException.class, () -> RetrySection.of(agent)))
        .hasMessageContaining(reason);
  }
}
