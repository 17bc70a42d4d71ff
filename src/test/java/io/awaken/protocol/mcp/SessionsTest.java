package io.awaken.protocol.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.SettableClock;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sessions whose verified ids are cached. */
class SessionsTest {

  private static final Caller ADA = new Caller("default", "ada", Set.of());

  private final SettableClock clock = new SettableClock();
  private final Sessions sessions =
      new Sessions(
          new Signatures(() -> new byte[] {1, 2, 3}, clock),
          new CountingIds("id"),
          Duration.ofHours(1));
  private final String id = sessions.begin(ADA, ProtocolVersion.V2025_06_18, ClientAbilities.FORMS);

  private Sessions.Session of(Caller caller, String sent) {
    return sessions.of(
        new McpRequest(caller, new McpRequest.Headers(null, sent, null, null, null), null, null));
  }

  @Test
  void aCachedSessionIsUnchanged() {
    Sessions.Session first = of(ADA, id);

    assertThat(of(ADA, id)).isEqualTo(first);
    assertThat(first.version()).isEqualTo(ProtocolVersion.V2025_06_18);
    assertThat(first.client()).isEqualTo(ClientAbilities.FORMS);
  }

  @Test
  @Attacks("S13")
  void aCachedSessionIsInvalidForOtherCallers() {
    of(ADA, id);

    var others =
        List.of(
            new Caller("default", "ben", Set.of()),
            new Caller("acme", "ada", Set.of()),
            Caller.ANONYMOUS);
    for (Caller other : others) {
      assertThatThrownBy(() -> of(other, id)).isInstanceOf(McpFailure.class);
    }
    assertThatThrownBy(() -> of(ADA, id + "x")).isInstanceOf(McpFailure.class);
  }

  @Test
  void aCachedSessionExpires() {
    of(ADA, id);
    clock.advance(Duration.ofHours(1));

    assertThatThrownBy(() -> of(ADA, id))
        .isInstanceOf(McpFailure.class)
        .hasMessage("unknown or expired session; call initialize again");
  }

  @Test
  void sessionsBeyondTheCacheStayValid() {
    for (int i = 0; i < Sessions.REMEMBERED + 10; i++) {
      of(ADA, sessions.begin(ADA, ProtocolVersion.V2025_11_25, ClientAbilities.NONE));
    }

    assertThat(of(ADA, id).version()).isEqualTo(ProtocolVersion.V2025_06_18);
  }
}
