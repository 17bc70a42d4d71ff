package io.awaken.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginMechanismsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <web-app><login-config><auth-method>BASIC</auth-method></login-config></web-app> | true
          <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee"><login-config/></web-app>   | true
          <web-app><!-- <login-config/> --><error-page/></web-app>                         | false
          """)
  void aLoginConfigOfTheApplicationIsSeen(String webXml, boolean expected) throws Exception {
    var file = new ByteArrayInputStream(webXml.getBytes(StandardCharsets.UTF_8));

    assertThat(LoginMechanisms.hasLoginConfig(file)).isEqualTo(expected);
  }
}
