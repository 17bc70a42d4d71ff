package io.awaken.http.api.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Valid bodies and refusals of invalid ones. */
class CreateThreadTest {

  static Stream<Arguments> badThreadRequests() {
    return Stream.of(
        Arguments.of("", "malformed_json", null),
        Arguments.of("null", "missing_body", null),
        Arguments.of("{\"id\":\"t\"}", "unknown_field", "id"),
        Arguments.of("{\"title\":1}", "invalid_field", "title"),
        Arguments.of("{\"title\":\"" + "x".repeat(256) + "\"}", "invalid_field", "title"),
        Arguments.of("{\"title\":\"\\u0000\"}", "invalid_field", "title"),
        Arguments.of("{\"resource_id\":\"\"}", "invalid_field", "resource_id"),
        Arguments.of(
            "{\"resourceId\":\"" + "x".repeat(256) + "\"}", "invalid_field", "resource_id"),
        Arguments.of("{\"parent_thread_id\":\" \"}", "invalid_field", "parent_thread_id"),
        Arguments.of("{\"parentThreadId\":\"a/b\"}", "invalid_field", "parent_thread_id"));
  }

  @ParameterizedTest
  @MethodSource("badThreadRequests")
  void aBadThreadRequestIsRefusedWith400AndItsField(String body, String code, String field) {
    Refusal refusal =
        AskingApi.refusal(
            () ->
                Bodies.required(AskingApi.read(body, CreateThread.class))
                    .checked(Caller.ANONYMOUS));

    assertThat(List.of(refusal.status(), refusal.code())).isEqualTo(List.of(400, code));
    assertThat(refusal.field()).isEqualTo(field);
  }
}
