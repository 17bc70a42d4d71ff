package io.awaken.container;

import io.awaken.fixture.BeforeMerge;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * An application that authenticates its users with a Jakarta Security mechanism; its operators have
 * the role {@code operator}.
 */
@BeforeMerge
abstract class OwnMechanismTest extends ApiContainerTest {

  /** WildFly would check tokens unless the application declares its own authentication. */
  static final String WEB_XML =
      """
      <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
        <login-config>
          <auth-method>BASIC</auth-method>
        </login-config>
      </web-app>
      """;

  @Deployment
  static WebArchive archive() {
    return AwakenArchive.asBuilt()
        .addClasses(GuardedTools.class, HeaderMechanism.class)
        .addAsResource(
            new StringAsset("awaken.security.admin-role=operator\nawaken.mcp.tools=who_am_i\n"),
            "META-INF/microprofile-config.properties")
        .setWebXML(new StringAsset(WEB_XML));
  }
}
