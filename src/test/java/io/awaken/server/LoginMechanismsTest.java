package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;
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

  /** As WildFly shows a security domain. */
  public interface Domain {
    boolean isoverrideDeploymentConfig();
  }

  @Test
  void aRealmThatWildFlyPutsInFrontIsSeenAndItsUsualDomainIsNot() throws Exception {
    MBeanServer server = MBeanServerFactory.newMBeanServer();
    assertThat(LoginMechanisms.realmOfWildFly(server)).isEmpty();

    show(server, "other", false);
    assertThat(LoginMechanisms.realmOfWildFly(server)).isEmpty();

    show(server, "staff", true);
    assertThat(LoginMechanisms.realmOfWildFly(server)).hasValue("the security domain staff");
  }

  private static void show(MBeanServer server, String name, boolean forced) throws Exception {
    Domain domain = () -> forced;
    server.registerMBean(
        new StandardMBean(domain, Domain.class),
        new ObjectName("jboss.as:subsystem=undertow,application-security-domain=" + name));
  }
}
