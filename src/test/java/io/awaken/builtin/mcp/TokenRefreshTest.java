package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.spec.McpAuth;
import io.awaken.fixture.Rows;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Granted tokens are refreshed without asking users again. */
class TokenRefreshTest extends GrantBed {

  @Test
  @Rows(1146)
  void aTokenIsRefreshedBeforeItExpiresAndItsRefreshTokenReplaced() throws Exception {
    granting.lifeSeconds = 600;
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);

    for (int round = 0; round < 3; round++) {
      mine.clock.advance(Duration.ofSeconds(541));
      assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
    }

    assertThat(granting.asked)
        .extracting(asked -> asked.form().get("grant_type"))
        .containsExactly("authorization_code", "refresh_token", "refresh_token", "refresh_token");
  }

  @Test
  @Rows(1146)
  void aRefusedTokenIsRefreshedWithinTheCall() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);
    granting.tokens.clear();

    assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
    assertThat(granting.asked).hasSize(2);
  }

  @Test
  @Rows(1146)
  void whoseAccessWasRevokedIsAskedAgain() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);
    granting.revokeAll();

    assertThat(call(ANN).suspension()).isNotNull();
    grant(ANN);
    assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
  }

  @Test
  @Rows(1146)
  void nodesShareTokensAndRefreshThemOnce() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);
    try (var other =
        new ServersUnderTest(
            mine.clock,
            mine.vault,
            String.valueOf(server.port()),
            String.valueOf(granting.port()))) {
      other.connected(spec(McpAuth.Per.USER));
      assertThat(other.tool(ECHO).execute(NOTHING, context(ANN)).result().modelText())
          .isEqualTo("acme/ann");
      granting.tokens.clear();

      assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
      assertThat(other.tool(ECHO).execute(NOTHING, context(ANN)).result().modelText())
          .isEqualTo("acme/ann");
      assertThat(granting.asked).hasSize(2);
    }
  }
}
