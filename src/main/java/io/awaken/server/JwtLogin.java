package io.awaken.server;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Enables the check of JSON Web Tokens if a key is configured. WildFly applies {@code @LoginConfig}
 * of an application by itself. Payara applies it only to a bean, and then refuses to start without
 * a key; so this adds an annotated bean only if there is a key. Called by the container.
 */
public class JwtLogin implements Extension {

  /** By name: a server without MicroProfile JWT does not have the class. */
  private static final String LOGIN_CONFIG = "org.eclipse.microprofile.auth.LoginConfig";

  /** A system property that only Payara sets. */
  private static final String PAYARA = "com.sun.aas.instanceRoot";

  private static final String KEY = "mp.jwt.verify.publickey";
  private static final String KEY_LOCATION = "mp.jwt.verify.publickey.location";

  void login(@Observes BeforeBeanDiscovery discovery) {
    if (configured(ConfigProvider.getConfig(JwtLogin.class.getClassLoader()))) {
      discovery
          .addAnnotatedType(LoginBean.class, LoginBean.class.getName())
          .add(loginConfig(AwakenApplication.class));
      if (System.getProperty(PAYARA) != null) {
        TokensBesideJwt.addTo(discovery);
      }
    }
  }

  /** Whether tokens are checked: a key is configured. */
  static boolean configured(Config config) {
    return config.getOptionalValue(KEY, String.class).isPresent()
        || config.getOptionalValue(KEY_LOCATION, String.class).isPresent();
  }

  /**
   * @throws IllegalStateException when the server has no MicroProfile JWT; otherwise its operator
   *     would believe that tokens are checked
   */
  static Annotation loginConfig(Class<?> application) {
    Predicate<Annotation> isLoginConfig =
        annotation -> annotation.annotationType().getName().equals(LOGIN_CONFIG);
    return Arrays.stream(application.getAnnotations())
        .filter(isLoginConfig)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    KEY + " is set, but this server has no MicroProfile JWT to check tokens with"));
  }

  /** Carries the annotation that Payara looks for. */
  static class LoginBean {}
}
