package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads that requests and agents share with other users of the tenant. */
@Rows(231)
class SharedThreadsTest {

  private static final Caller CLERK = new Caller("default", "cleo", Set.of("clerk"));
  private static final String HELLO = "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";
  private static final String WITH_BOB = "[{\"subject\":\"bob\",\"may\":[\"read\"]}]";

  private final RunsApi api = new RunsApi();

  @BeforeEach
  void threadsBelongToTheirOwners() {
    api.node.sharing(Sharing.OWNER);
    api.as(ADA);
  }

  private String started(String share) {
    return started(share, null);
  }

  private String started(String share, String key) {
    String body =
        "{\"agent_id\":\"a\",\"thread_id\":\"t\",\"background\":true,\"mode\":\"queue\"%s,%s}"
            .formatted(share == null ? "" : ",\"share\":" + share, HELLO);
    return api.background(body, key).get("run_id").asText();
  }

  private boolean reads(Caller caller) {
    return status(() -> api.as(caller).latest("t")) == 200;
  }

  private boolean writes(Caller caller) {
    return status(() -> api.as(caller).send("t", "{" + HELLO + ",\"mode\":\"queue\"}", null))
        == 200;
  }

  private static int status(Runnable request) {
    try {
      request.run();
      return 200;
    } catch (RuntimeException refused) {
      return refusal(
              () -> {
                throw refused;
              })
          .status();
    }
  }

  @Test
  void aThreadIsItsOwnersUnlessItIsShared() {
    started(null);

    assertThat(reads(ADA)).isTrue();
    assertThat(reads(BOB)).isFalse();
    assertThat(reads(CLERK)).isFalse();
  }

  @Test
  void aRequestSharesTheThreadThatItBegins() {
    started(WITH_BOB);

    assertThat(reads(BOB)).isTrue();
    assertThat(writes(BOB)).isFalse();
    assertThat(reads(CLERK)).isFalse();
  }

  @Test
  void anAgentSharesTheThreadsThatItsRunsBegin() {
    api.node.registry.publish(
        now ->
            now.with(
                now.agents().get("a").toBuilder()
                    .share(new AgentSpec.Shared(null, "clerk", List.of("write")))
                    .build()));
    started(WITH_BOB);

    assertThat(reads(BOB)).isTrue();
    assertThat(writes(CLERK)).isTrue();
    assertThat(reads(new Caller("default", "dan", Set.of()))).isFalse();
    assertThat(reads(new Caller("elsewhere", "cleo", Set.of("clerk")))).isFalse();
  }

  @Test
  void aThreadThatExistsIsNotSharedByARequest() {
    started(null);

    Refusal refusal = refusal(() -> started(WITH_BOB));

    assertThat(refusal.status()).isEqualTo(409);
    assertThat(refusal.code()).isEqualTo("thread_exists");
    assertThat(refusal.field()).isEqualTo("share");
    assertThat(reads(BOB)).isFalse();
    assertThat(api.node.stores.threads().history(new ThreadId("t"))).hasSize(1);
  }

  @Test
  void aRequestMayRepeatHowItsThreadIsShared() {
    String first = started(WITH_BOB, "k");

    assertThat(started(WITH_BOB, "k")).isEqualTo(first);
    assertThat(started(WITH_BOB)).isNotEqualTo(first);
  }

  @Test
  @Attacks("S58")
  void sharingAThreadOfAnotherUserFindsNone() {
    started(null);
    api.as(BOB);

    assertThat(refusal(() -> started(WITH_BOB)).code()).isEqualTo("thread_not_found");
  }

  /** A key belongs to its caller. */
  @Test
  @Attacks("S58")
  void theIdempotencyKeyOfAnotherUserLeadsToNoRunOfHis() {
    String adas = started(null, "k");
    api.as(BOB);

    Refusal refusal = refusal(() -> started(null, "k"));
    assertThat(refusal.code()).isEqualTo("thread_not_found");
    assertThat(AskingApi.json(refusal).toString()).doesNotContain(adas);

    String own = "{\"agent_id\":\"a\",\"background\":true," + HELLO + "}";
    String ofBob = api.background(own, "own").get("run_id").asText();
    String ofAda = api.as(ADA).background(own, "own").get("run_id").asText();
    assertThat(ofAda).isNotEqualTo(ofBob);
    assertThat(api.as(BOB).background(own, "own").get("run_id").asText()).isEqualTo(ofBob);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [null]                                            | share[0] must not be null
          [{"may":["read"]}]                                | share[0]: must have either subject or role
          [{"subject":"b","role":"r","may":["read"]}]       | share[0]: must have either subject or role
          [{"subject":" ","may":["read"]}]                  | share[0]: subject must have 1 to 256 characters and no control characters
          [{"role":"r","may":["read"]},{"role":"a\\nb","may":["read"]}] | share[1]: role must have 1 to 256 characters and no control characters
          [{"role":"r"}]                                    | share[0]: may must be a list with one or more of read, write, decide
          [{"role":"r","may":[]}]                           | share[0]: may must be a list with one or more of read, write, decide
          [{"role":"r","may":["own"]}]                      | share[0]: may must be a list with one or more of read, write, decide
          [{"role":"r","may":[null]}]                       | share[0]: may must be a list with one or more of read, write, decide
          """)
  void aBadShareIsRefusedByItsField(String share, String message) {
    Refusal refusal = refusal(() -> started(share));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo(message.replaceAll("[: ].*", ""));
    assertThat(refusal.message()).isEqualTo(message);
    assertThat(api.node.stores.threads().find(new ThreadId("t"))).isEmpty();
  }

  @Test
  void aRequestHasAtMostTenShares() {
    String entry = "{\"role\":\"r\",\"may\":[\"read\"]}";
    String eleven = "[" + String.join(",", Collections.nCopies(11, entry)) + "]";

    Refusal refusal = refusal(() -> started(eleven));

    assertThat(refusal.field()).isEqualTo("share");
    assertThat(refusal.message()).isEqualTo("share must have at most 10 entries");
    started("[" + String.join(",", Collections.nCopies(10, entry)) + "]");
  }
}
