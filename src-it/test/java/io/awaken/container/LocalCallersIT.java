package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.OnWildFly;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers without credentials on a server without configured authentication. */
@OnWildFly
class LocalCallersIT extends BuiltArchiveTest {

  @Test
  void aProgramOnThisMachineIsServed() {
    assertThat(api.get("/v1/agents").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Forwarded", "X-Forwarded-For", "x-forwarded-proto", "X-Real-IP", "Via"})
  @Attacks("S54")
  void proxiedRequestsAreRefusedBeforeTheirBodyIsRead(String header) {
    var noJson = BodyPublishers.ofString("{");
    for (Answer answer :
        new Answer[] {
          api.get("/v1/agents", header, "127.0.0.1"),
          api.send("POST", "/v1/runs", noJson, header, "x", "Content-Type", "application/json"),
          api.send("DELETE", "/v1/threads/x", BodyPublishers.noBody(), header, "")
        }) {
      assertRefused(answer, 401, "unauthorized", null);
      assertThat(answer.header("www-authenticate")).isEqualTo("Bearer");
    }
  }

  @Test
  void unknownCredentialsAreNotTreatedAsAnonymous() {
    assertRefused(
        api.get("/v1/agents", "Authorization", "Bearer awaken_x"),
        401,
        "invalid_credentials",
        null);
  }
}
