package io.awaken.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Rows;
import io.awaken.fixture.ServedRequest;
import io.awaken.http.submit.Refusals;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks of a servlet that serves the protected resource, and how its answer is written. */
@Rows(243)
class ProtectedServletTest {

  @BeforeEach
  void answersCanBeMade() {
    FakeRestLayer.install();
  }

  private static ServedRequest post(String body) {
    return new ServedRequest("POST", body).by("ada", GuardedResource.SCOPES);
  }

  @Test
  void anAnswerThatIsReadyIsWrittenOnTheThreadOfTheRequest() {
    var servlet =
        new GuardedResource(
            GuardedResource.resource(),
            false,
            checked -> checked.response().resume(answer(200, "{\"by\":1}").build()));

    ServedRequest served = servlet.serve(post("{}"));

    assertThat(served.suspended()).isFalse();
    assertThat(served.status()).isEqualTo(200);
    assertThat(served.content()).isEqualTo("{\"by\":1}");
    assertThat(served.header("Content-Type")).isEqualTo("application/json");
    assertThat(served.header("Content-Length")).isEqualTo("8");
    assertThat(served.counted()).isEqualTo("POST /v1/mcp 200");
    assertThat(served.inside()).isFalse();
  }

  @Test
  void bytesAreAnAnswerInJson() {
    var servlet =
        new GuardedResource(
            GuardedResource.resource(),
            false,
            checked -> checked.response().resume("{}".getBytes(StandardCharsets.UTF_8)));

    ServedRequest served = servlet.serve(post("{}"));

    assertThat(served.status()).isEqualTo(200);
    assertThat(served.content()).isEqualTo("{}");
    assertThat(served.header("Content-Type")).isEqualTo("application/json");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAnswerThatIsNoBytesIsLoggedAndAnsweredWith500(boolean wrapped) {
    Object answer = wrapped ? Response.ok("secret").build() : "secret";
    var servlet =
        new GuardedResource(
            GuardedResource.resource(), false, checked -> checked.response().resume(answer));

    try (var log = new CapturedLog(Refusals.class)) {
      ServedRequest served = servlet.serve(post("{}"));

      assertThat(served.status()).isEqualTo(500);
      assertThat(served.content()).contains("internal_error", "error1").doesNotContain("secret");
      assertThat(served.counted()).isEqualTo("POST /v1/mcp 500");
      assertThat(log.warnings())
          .anySatisfy(line -> assertThat(line).contains("error1", "not java.lang.String"));
    }
  }

  @Test
  void anAnswerThatComesLaterEndsTheSuspendedRequestOnce() {
    var later = new AtomicReference<ProtectedServlet.CheckedRequest>();
    ServedRequest served =
        new GuardedResource(GuardedResource.resource(), false, later::set).serve(post("{}"));
    assertThat(served.suspended()).isTrue();
    assertThat(served.inside()).isTrue();
    assertThat(served.counted()).isNull();

    boolean first = later.get().response().resume(answer(200, "{}").build());
    boolean second = later.get().response().resume(answer(500, "[]").build());

    assertThat(first).isTrue();
    assertThat(second).isFalse();
    assertThat(served.content()).isEqualTo("{}");
    assertThat(served.completed()).isEqualTo(1);
    assertThat(served.inside()).isFalse();
  }

  @Test
  void anAnswerOfAnotherThreadWaitsUntilTheRequestHasLeftItsOwn() {
    var sent = post("{}");
    var servlet =
        new GuardedResource(
            GuardedResource.resource(),
            false,
            checked -> {
              onAnotherThread(() -> checked.response().resume(answer(200, "{}").build()));
              assertThat(sent.content()).isEmpty();
            });

    ServedRequest served = servlet.serve(sent);

    assertThat(served.suspended()).isFalse();
    assertThat(served.content()).isEqualTo("{}");
    assertThat(served.counted()).isEqualTo("POST /v1/mcp 200");
  }

  @Test
  void theEndOfAStreamCompletesTheRequest() {
    var servlet =
        new GuardedResource(
            GuardedResource.resource(),
            false,
            checked -> {
              checked.request().startAsync();
              onAnotherThread(() -> checked.response().resume(null));
            });

    ServedRequest served = servlet.serve(post("{}"));

    assertThat(served.completed()).isEqualTo(1);
    assertThat(served.counted()).isEqualTo("POST /v1/mcp 200");
    assertThat(served.content()).isEmpty();
  }

  @Test
  void aRequestThatPassedNoFilterTakesAPlaceHere() {
    ServedRequest served = GuardedResource.answering().serve(post("{}").unfiltered());

    assertThat(served.status()).isEqualTo(204);
    assertThat(served.hasPlace()).isTrue();
  }

  @Test
  void aFailureIsAnsweredWithAnIdOnly() {
    var servlet =
        new GuardedResource(
            GuardedResource.resource(),
            false,
            checked -> {
              throw new IllegalStateException("secret");
            });

    ServedRequest served = servlet.serve(post("{}"));

    assertThat(served.status()).isEqualTo(500);
    assertThat(served.content()).contains("internal_error", "error1").doesNotContain("secret");
    assertThat(served.inside()).isFalse();
  }

  @Test
  void aBodyIsReadUpToItsLimit() {
    assertThat(GuardedResource.answering().serve(post(" ".repeat(101))).status()).isEqualTo(413);
    assertThat(
            GuardedResource.answering()
                .serve(post("{}").with("Content-Encoding", "gzip"))
                .content())
        .contains("unsupported_encoding");
  }

  @Test
  void aCallerWithoutCredentialsIsRefusedWhereAnonymousOnesAre() {
    var strict =
        new GuardedResource(
            GuardedResource.resource(),
            false,
            checked -> checked.response().resume(answer(200, "").build()));

    ServedRequest served = strict.serve(new ServedRequest("POST", "{}"));

    assertThat(served.status()).isEqualTo(401);
    assertThat(served.header("WWW-Authenticate")).contains("resource_metadata=");
    assertThat(served.counted()).isEqualTo("POST unmatched 401");
  }

  @Test
  void credentialsThatTheServerDidNotCheckAreRefused() {
    ServedRequest served =
        GuardedResource.answering()
            .serve(new ServedRequest("POST", "{}").with("Authorization", "Bearer x"));

    assertThat(served.status()).isEqualTo(401);
    assertThat(served.content()).contains("invalid_credentials");
    assertThat(served.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
  }

  @ParameterizedTest
  @CsvSource({
    "access_token=x,token_in_query",
    "a=b&access%5ftoken=x,token_in_query",
    "a=b,unknown_parameter",
    "&&page,unknown_parameter"
  })
  void aQueryIsRefused(String query, String code) {
    ServedRequest served = GuardedResource.answering().serve(post("{}").query(query));

    assertThat(served.status()).isEqualTo(400);
    assertThat(served.content()).contains(code);
  }

  @ParameterizedTest
  @CsvSource({
    "POST,204,",
    "GET,204,",
    "DELETE,204,",
    "OPTIONS,200,'DELETE, GET, OPTIONS, POST'",
    "HEAD,405,'DELETE, GET, OPTIONS, POST'",
    "PUT,405,'DELETE, GET, OPTIONS, POST'"
  })
  void theMethodsAreThoseOfTheProtocol(String method, int status, String allow) {
    ServedRequest served =
        GuardedResource.answering()
            .serve(new ServedRequest(method, "").by("ada", GuardedResource.SCOPES));

    assertThat(served.status()).isEqualTo(status);
    assertThat(served.header("Allow")).isEqualTo(allow);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json,204",
    "Application/JSON; charset=utf-8,204",
    "text/plain,415",
    "application/x-www-form-urlencoded,415"
  })
  void aBodyIsJson(String type, int status) {
    ServedRequest served = GuardedResource.answering().serve(post("{}").with("Content-Type", type));

    assertThat(served.status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json, text/event-stream | 204",
        "text/*;q=0.1 | 204",
        "*/* | 204",
        "text/html, application/*;q=0.5 | 204",
        "text/html | 406",
        "application/json;q=0 | 406"
      })
  void aClientAcceptsJsonOrAStream(String accept, int status) {
    ServedRequest served = GuardedResource.answering().serve(post("{}").with("Accept", accept));

    assertThat(served.status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Type", "Accept"})
  void whatAClientDoesNotSayFits(String header) {
    ServedRequest served = GuardedResource.answering().serve(post("{}").with(header));

    assertThat(served.status()).isEqualTo(204);
  }

  private static Response.ResponseBuilder answer(int status, String content) {
    return Response.status(status)
        .header("Content-Type", "application/json")
        .entity(content.getBytes(StandardCharsets.UTF_8));
  }

  private static void onAnotherThread(Runnable work) {
    try {
      Thread.ofPlatform().start(work).join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
