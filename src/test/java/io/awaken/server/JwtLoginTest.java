package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.microprofile.auth.LoginConfig;
import org.junit.jupiter.api.Test;

class JwtLoginTest {

  @Test
  void theApplicationRequiresTokens() {
    assertThat(JwtLogin.loginConfig(AwakenApplication.class))
        .isInstanceOfSatisfying(
            LoginConfig.class, config -> assertThat(config.authMethod()).isEqualTo("MP-JWT"));
  }

  /** The annotation is missing if its class is. */
  @Test
  void aServerWithoutTokenChecksDoesNotStartWithAKey() {
    assertThatThrownBy(() -> JwtLogin.loginConfig(Object.class))
        .hasMessageContaining("this server has no MicroProfile JWT");
  }
}
