package io.awaken.container;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;

/** Stands for an application's own authentication: trusts headers. */
@ApplicationScoped
public class HeaderMechanism implements HttpAuthenticationMechanism {

  static final String NAME = "X-Name";
  static final String ROLE = "X-Role";

  @Override
  public AuthenticationStatus validateRequest(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
    String name = request.getHeader(NAME);
    return name == null
        ? context.doNothing()
        : context.notifyContainerAboutLogin(name, Set.of(request.getHeader(ROLE)));
  }
}
