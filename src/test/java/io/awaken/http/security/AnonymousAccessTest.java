package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.http.security.client.ClientOrigin;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnonymousAccessTest {

  private static final ClientOrigin HERE = new ClientOrigin(InetAddress.getLoopbackAddress(), true);
  private static final ClientOrigin FORWARDED =
      new ClientOrigin(InetAddress.getLoopbackAddress(), false);

  /**
   * The operator's setting, the configured authentication, and whether this machine and others are
   * served.
   */
  @ParameterizedTest
  @CsvSource({
    ", , true, false",
    ", mp.jwt.verify.publickey, false, false",
    ", awaken.security.tokens.file, false, false",
    "true, , true, true",
    "true, mp.jwt.verify.publickey, true, true",
    "false, , false, false",
    "false, mp.jwt.verify.publickey, false, false",
  })
  @Attacks({"S01", "S54"})
  void requestsWithoutCredentialsAreServedAsConfigured(
      Boolean configured, String authentication, boolean here, boolean others) {
    var access =
        new AnonymousAccess(
            Optional.ofNullable(configured), Optional.ofNullable(authentication).stream().toList());

    assertThat(access.serves(HERE)).isEqualTo(here);
    assertThat(access.serves(FORWARDED)).isEqualTo(others);
    assertThat(access.serves(new ClientOrigin(null, false))).isEqualTo(others);
  }

  @ParameterizedTest
  @CsvSource({", false", "true, true", "false, false"})
  @Attacks("S54")
  void aRealmThatIsFoundLaterCountsAsConfigured(Boolean configured, boolean here) {
    var access = new AnonymousAccess(Optional.ofNullable(configured), List.of());

    access.authenticatesBy("a realm");

    assertThat(access.serves(HERE)).isEqualTo(here);
  }

  @Test
  @Attacks("S54")
  void requestsWithoutCredentialsAreRefusedWhileTheRealmIsUnknown() {
    var access = new AnonymousAccess(Optional.empty(), List.of());
    var answers = new AtomicReference<ServerRealm>(new ServerRealm.Unknown("it starts"));
    access.askForRealms(answers::get);

    assertThat(access.serves(HERE)).isFalse();
    assertThat(access.refusal().message()).contains("cannot determine");

    answers.set(new ServerRealm.Absent());
    assertThat(access.serves(HERE)).isTrue();
    assertThat(access.serves(FORWARDED)).isFalse();

    answers.set(new ServerRealm.Present("a realm"));
    assertThat(access.serves(HERE)).isFalse();
    assertThat(access.refusal().message()).isEqualTo("credentials are required");

    answers.set(new ServerRealm.Absent());
    assertThat(access.serves(HERE)).as("a realm that was seen counts for good").isFalse();
  }

  @Test
  void theOperatorsSettingOverridesTheServer() {
    for (boolean configured : new boolean[] {true, false}) {
      var access = new AnonymousAccess(Optional.of(configured), List.of());
      access.askForRealms(() -> new ServerRealm.Unknown("it does not say"));

      assertThat(access.serves(HERE)).isEqualTo(configured);
    }
  }

  @Test
  void aRefusalIsA401ThatMentionsLocalAccess() {
    Refusal open = new AnonymousAccess(Optional.empty(), List.of()).refusal();
    Refusal closed = new AnonymousAccess(Optional.of(false), List.of()).refusal();

    assertThat(open.status()).isEqualTo(401);
    assertThat(open.message()).contains("on its own machine");
    assertThat(closed.status()).isEqualTo(401);
    assertThat(closed.message()).isEqualTo("credentials are required");
  }
}
