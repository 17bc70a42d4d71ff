package io.awaken.server.login;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Detects at start a login mechanism without a setting of ours: a mechanism of Jakarta Security, or
 * the application's {@code login-config}.
 */
public final class LoginMechanisms {

  private static final Logger LOG = System.getLogger(LoginMechanisms.class.getName());

  /** By name: a server without Jakarta Security does not have the class. */
  private static final String MECHANISM =
      "jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism";

  /**
   * WildFly adds its check of JSON Web Tokens to every application; without a key it accepts none.
   */
  private static final String WILDFLY_JWT = "io.smallrye.jwt.";

  private LoginMechanisms() {}

  /** A description of the first mechanism found. */
  public static Optional<String> find(ServletContext context, BeanManager beans) {
    Optional<String> mechanism = mechanism(beans);
    if (mechanism.isPresent()) {
      return mechanism;
    }
    return hasLoginConfig(context) ? Optional.of("the login-config of web.xml") : Optional.empty();
  }

  private static Optional<String> mechanism(BeanManager beans) {
    try {
      Class<?> type = Class.forName(MECHANISM, false, LoginMechanisms.class.getClassLoader());
      return beans.getBeans(type, Any.Literal.INSTANCE).stream()
          .map(bean -> bean.getBeanClass().getName())
          .filter(name -> !name.startsWith(WILDFLY_JWT))
          .findFirst()
          .map(name -> "a mechanism of Jakarta Security, " + name);
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static boolean hasLoginConfig(ServletContext context) {
    try (InputStream file = context.getResourceAsStream("/WEB-INF/web.xml")) {
      return file != null && hasLoginConfig(file);
    } catch (IOException | XMLStreamException e) {
      LOG.log(Level.DEBUG, "web.xml cannot be read", e);
      return false;
    }
  }

  static boolean hasLoginConfig(InputStream webXml) throws XMLStreamException {
    var factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XMLStreamReader reader = factory.createXMLStreamReader(webXml);
    while (reader.hasNext()) {
      if (reader.next() == XMLStreamReader.START_ELEMENT
          && reader.getLocalName().equals("login-config")) {
        return true;
      }
    }
    return false;
  }
}
