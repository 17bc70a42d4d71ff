package io.awaken.http.api.error;

import static io.awaken.core.store.submission.SubmitResult.Refused.busy;
import static io.awaken.core.store.submission.SubmitResult.Refused.inboxFull;
import static io.awaken.core.store.submission.SubmitResult.Refused.noOpenRun;
import static io.awaken.core.store.submission.SubmitResult.Refused.queueFull;
import static io.awaken.core.store.submission.SubmitResult.Refused.threadFull;
import static io.awaken.core.store.submission.SubmitResult.Refused.threadNotFound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore.LineageRefused;
import io.awaken.core.submit.MessageTooLarge;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.http.json.NativeJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Refusals;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalsTest {

  static Stream<Arguments> knownFailures() {
    return Stream.of(
        Arguments.of(busy(new RunId("r")).exception(), 409, "thread_busy"),
        Arguments.of(inboxFull(new RunId("r")).exception(), 409, "inbox_full"),
        Arguments.of(queueFull(1_000).exception(), 409, "queue_full"),
        Arguments.of(
            threadFull(new ThreadId("t"), ThreadLimits.DEFAULT).exception(), 409, "thread_full"),
        Arguments.of(new MessageTooLarge(3, 1_024), 413, "message_too_large"),
        Arguments.of(LineageRefused.tooDeep(new ThreadId("t")), 400, "invalid_field"),
        Arguments.of(noOpenRun().exception(), 409, "no_open_run"),
        Arguments.of(threadNotFound(new ThreadId("t")).exception(), 404, "thread_not_found"),
        Arguments.of(new Unavailable("full"), 503, "unavailable"),
        Arguments.of(new StoreUnavailable("away", null), 503, "store_unavailable"),
        Arguments.of(
            new IllegalStateException("not confirmed", new StoreUnavailable("reset", null)),
            503,
            "store_unavailable"),
        Arguments.of(
            new IllegalStateException("wrapped", Refusal.missing("x").exception()),
            400,
            "missing_field"));
  }

  @ParameterizedTest
  @MethodSource("knownFailures")
  void aFailureOfTheDomainHasItsStatus(Throwable failure, int status, String code) {
    Refusal refusal = Refusals.of(failure).orElseThrow();

    assertThat(refusal.status()).isEqualTo(status);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.retryAfter() != null).isEqualTo(status == 503);
  }

  @Test
  @Rows(35)
  void aRunOfAnAgentWithAnInvalidSectionFailsWithTheReason() {
    var spec =
        AgentSpec.builder("a", "m")
            .section("retry", JsonNodeFactory.instance.objectNode().put("max_retries", 99))
            .build();
    var failure =
        catchThrowableOfType(
            ResolveException.class,
            () -> AgentResolver.resolve(Registries.with(spec).snapshot(), "a"));

    Refusal refusal = Refusals.of(failure).orElseThrow();

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo("invalid_plugin_config");
    assertThat(refusal.message()).contains("/max_retries", "maximum value of 10");
  }

  @ParameterizedTest
  @CsvSource({
    "400,bad_request",
    "404,not_found",
    "405,method_not_allowed",
    "406,not_acceptable",
    "413,body_too_large",
    "415,unsupported_media_type",
    "401,refused"
  })
  void refusalsOfTheContainerKeepTheirStatusInOurFormat(int status, String code) {
    assertThat(Refusals.ofStatus(status).status()).isEqualTo(status);
    assertThat(Refusals.ofStatus(status).code()).isEqualTo(code);
  }

  @Test
  void clientsSeeOnlyTheIdOfAnUnexpectedFailure() {
    var failure = new IllegalStateException("password=hunter2");
    assertThat(Refusals.of(failure)).isEmpty();

    Refusal refusal = Refusals.unexpected(failure, new CountingIds());

    assertThat(refusal.status()).isEqualTo(500);
    assertThat(json(refusal))
        .isEqualTo("{\"error\":\"the server failed; error id id-1\",\"code\":\"internal_error\"}");
  }

  @Test
  void anUnavailableStoreIsReportedWithRetryAfterAndWithoutItsAddress() {
    var away =
        new StoreUnavailable(
            "no connection", new SQLException("Connection to db.internal:5432 refused"));

    Refusal refusal = Refusals.of(away).orElseThrow();

    assertThat(refusal.retryAfter()).isEqualTo(5);
    assertThat(json(refusal))
        .isEqualTo(
            "{\"error\":\"the store does not answer; send the request again later\","
                + "\"code\":\"store_unavailable\"}");
  }

  @Test
  void onlyARefusalOfAFieldNamesOne() {
    assertThat(json(Refusal.missing("agent_id")))
        .isEqualTo(
            "{\"error\":\"agent_id is required\",\"code\":\"missing_field\","
                + "\"field\":\"agent_id\"}");
  }

  @Test
  void aLongUnknownIdIsShortened() {
    assertThat(Refusal.notFound("run", "x".repeat(10_000)).message()).hasSizeLessThan(160);
  }

  private static String json(Refusal refusal) {
    return new String(NativeJson.bytes(ErrorView.of(refusal)), StandardCharsets.UTF_8);
  }
}
