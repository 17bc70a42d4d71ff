package io.awaken.http.oauth;

import io.awaken.core.submit.Quotas;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.ServedRequest;
import io.awaken.http.front.HostRules;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.http.security.Authentication;
import io.awaken.http.security.CallerRules;
import io.awaken.http.security.CurrentClient;
import io.awaken.http.security.FileTokens;
import io.awaken.http.security.JwtRules;
import io.awaken.http.security.RefusedLogins;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import io.awaken.http.security.load.BodyLimits;
import io.awaken.http.security.load.BodyTime;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.security.load.RequestLimits;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A servlet at the protected resource, whose callers need two scopes, with a body of its own. */
final class GuardedResource extends ProtectedServlet {

  private static final long serialVersionUID = 1L;

  static final Set<String> SCOPES = Set.of("mcp:read", "mcp:call");

  private final transient Consumer<CheckedRequest> body;

  GuardedResource(ProtectedResource resource, boolean anonymous, Consumer<CheckedRequest> body) {
    super(
        resource,
        authentication(anonymous),
        new BodyLimits(
            new RequestLimits(10, 100, 1), new BodyTime(Duration.ofHours(1), System::nanoTime)),
        new RequestGate(RequestLimits.DEFAULTS),
        new CountingIds("error"));
    this.body = body;
  }

  /** The resource of the tests. */
  static ProtectedResource resource() {
    return new ProtectedResource(
        "/v1/mcp",
        PublicAddress.of(
            Optional.empty(), HostRules.of(Set.of()), new ClientOrigins(TrustedProxies.NONE)),
        List.of("https://issuer.example"),
        List.of("mcp:read", "mcp:call"));
  }

  /** One that answers 204 to whoever passes. */
  static GuardedResource answering() {
    return new GuardedResource(
        resource(), true, checked -> checked.response().resume(Response.status(204).build()));
  }

  private static Authentication authentication(boolean anonymous) {
    var origins = new ClientOrigins(TrustedProxies.NONE);
    var rules = new JwtRules(false, "", Set.of(), InstantSource.system(), Duration.ZERO);
    return new Authentication(
        new CallerRules("tenant", "roles", SCOPES, InstantSource.system(), Duration.ZERO),
        new FileTokens(null),
        new AnonymousAccess(Optional.of(anonymous), List.of()),
        origins,
        new CurrentClient(),
        Quotas.NONE,
        new AdminRole(null),
        new RefusedLogins(origins, rules, System::nanoTime));
  }

  @Override
  protected void serve(CheckedRequest checked) {
    body.accept(checked);
  }

  /** The request, once it has left its thread. */
  ServedRequest serve(ServedRequest sent) {
    service(sent.request(), sent.response());
    return sent;
  }
}
