package io.awaken.server;

import io.awaken.http.security.token.AccessToken;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import jakarta.security.enterprise.AuthenticationException;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Precedes Payara's check of JSON Web Tokens, which refuses every other bearer token before any
 * filter runs: tokens of the token file are passed on to the filter, all others to that check.
 * {@link JwtLogin} makes it a bean where needed.
 */
class TokensBesideJwt implements HttpAuthenticationMechanism {

  @Inject BeanManager beans;

  /** Takes precedence over Payara's own mechanism, which is not an alternative. */
  static void addTo(BeforeBeanDiscovery discovery) {
    discovery
        .addAnnotatedType(TokensBesideJwt.class, TokensBesideJwt.class.getName())
        .add(ApplicationScoped.Literal.INSTANCE)
        .add(Alternative.Literal.INSTANCE)
        .add(new First());
  }

  @Override
  public AuthenticationStatus validateRequest(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
      throws AuthenticationException {
    return AccessToken.in(request.getHeader("Authorization")).isPresent()
        ? context.doNothing()
        : jwt().validateRequest(request, response, context);
  }

  @Override
  public AuthenticationStatus secureResponse(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
      throws AuthenticationException {
    return jwt().secureResponse(request, response, context);
  }

  @Override
  public void cleanSubject(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
    jwt().cleanSubject(request, response, context);
  }

  private HttpAuthenticationMechanism jwt() {
    Bean<?> other =
        beans.getBeans(HttpAuthenticationMechanism.class, Any.Literal.INSTANCE).stream()
            .filter(bean -> bean.getBeanClass() != TokensBesideJwt.class)
            .findFirst()
            .orElseThrow(
                () -> new IllegalStateException("the server has no check of JSON Web Tokens"));
    return (HttpAuthenticationMechanism)
        beans.getReference(
            other, HttpAuthenticationMechanism.class, beans.createCreationalContext(other));
  }

  /** Precedes mechanisms of the application. */
  @SuppressWarnings("ClassExplicitlyAnnotation")
  private static final class First extends jakarta.enterprise.util.AnnotationLiteral<Priority>
      implements Priority {

    private static final long serialVersionUID = 1L;

    @Override
    public int value() {
      return Interceptor.Priority.APPLICATION;
    }
  }
}
