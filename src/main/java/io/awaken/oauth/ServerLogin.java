package io.awaken.oauth;

import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.Sleeper;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.secret.SecretName;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.oauth.ClientIdentities.ClientIdentity;
import io.awaken.oauth.Credentials.ServerToken;
import io.awaken.oauth.OAuthClients.Grant;
import io.awaken.oauth.OwnTokens.IdentityAssertion;
import io.awaken.oauth.OwnTokens.OwnGrant;
import io.awaken.oauth.UserGrants.PendingGrant;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Obtains the tokens of one server. Thread-safe. */
public final class ServerLogin {

  /** Maximum cached tokens of users; others are read again. */
  private static final int MAX_USERS = 1_000;

  private final McpServerSpec spec;
  private final GuardedHttp http;
  private final UserGrants userGrants;
  private final Discovery discovery;
  private final TokenEndpoint endpoint;
  private final OAuthHttp oauth;
  private final ClientIdentities clients;
  private final InstantSource clock;
  private final Sleeper pause;
  private final Credentials own;
  private final Map<SecretName, GrantedTokens> users =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SecretName, GrantedTokens> eldest) {
          return size() > MAX_USERS;
        }
      };

  ServerLogin(
      McpServerSpec spec,
      GuardedHttp http,
      UserGrants userGrants,
      InstantSource clock,
      Sleeper pause) {
    this.spec = spec;
    this.http = http;
    this.userGrants = userGrants;
    this.clock = clock;
    this.pause = pause;
    oauth = new OAuthHttp(http);
    discovery = new Discovery(oauth, URI.create(spec.url()), spec.auth(), clock);
    endpoint = new TokenEndpoint(oauth, clock);
    clients = new ClientIdentities(spec, userGrants, oauth, clock);
    own = own();
  }

  private Credentials own() {
    McpAuth auth = spec.auth();
    if (auth.type() == McpAuth.Type.CLIENT_CREDENTIALS) {
      return tokens(OwnGrant.CLIENT_CREDENTIALS);
    }
    if (auth.type() == McpAuth.Type.ENTERPRISE_MANAGED) {
      return tokens(new IdentityAssertion(oauth, endpoint, auth.identityProvider()));
    }
    if (userGrants.unavailable() != null) {
      return new Credentials.None(userGrants.unavailable());
    }
    return granted(
        new SecretName("", "", place()),
        "an operator has to grant access: POST /v1/mcp-servers/" + spec.id() + "/authorize");
  }

  private OwnTokens tokens(OwnGrant grant) {
    return new OwnTokens(discovery, endpoint, ClientIdentity.of(spec.auth()), grant, clock);
  }

  private String place() {
    return "mcp-token:" + spec.id();
  }

  private GrantedTokens granted(SecretName name, String missing) {
    return new GrantedTokens(
        spec,
        userGrants.vault(),
        name,
        new GrantedTokens.Parts(discovery, endpoint, clients, clock, pause, missing));
  }

  /** Whether calls use a token per user. */
  public boolean perUser() {
    return spec.auth().perUser();
  }

  /** Sends requests with this server's own token. */
  public GuardedHttp http() {
    return new AuthorizedHttp(http, own);
  }

  /** Sends requests with the token of a user. */
  public GuardedHttp http(Caller caller) {
    return new AuthorizedHttp(http, user(caller));
  }

  /** Whether a user has a token; it may have been revoked. */
  public boolean granted(Caller caller) throws AccessRefused {
    userGrants.require();
    return user(caller).there();
  }

  /** Whether a user has a token with the scope that calls required. */
  public boolean enough(Caller caller) throws AccessRefused {
    userGrants.require();
    return user(caller).enough();
  }

  private GrantedTokens user(Caller caller) {
    var name = new SecretName(caller.tenant(), caller.subject(), place());
    synchronized (users) {
      return users.computeIfAbsent(name, any -> granted(name, "its user has to grant access"));
    }
  }

  /**
   * The link by which a user grants access, for a call that waits.
   *
   * @throws AccessRefused when no user can be asked
   */
  public String ask(Caller caller, RunId run, String call)
      throws AccessRefused, InterruptedException {
    userGrants.require();
    return begun(caller, new Waiting(true, run.value(), call));
  }

  /**
   * The link by which an operator grants access for all.
   *
   * @throws AccessRefused when no user can be asked
   */
  public String ask(Caller operator) throws AccessRefused, InterruptedException {
    if (spec.auth().type() != McpAuth.Type.AUTHORIZATION_CODE) {
      throw new AccessRefused("it needs no access granted by users");
    }
    userGrants.require();
    return begun(operator, new Waiting(false, null, null));
  }

  private record Waiting(boolean forUser, String run, String call) {}

  private String begun(Caller caller, Waiting waiting) throws AccessRefused, InterruptedException {
    Discovery.Found found = discovery.find();
    AuthorizationServer server = found.server();
    if (server.authorize() == null) {
      throw new AccessRefused("no user can grant access at " + server.issuer());
    }
    if (!server.challenges().contains("S256")) {
      throw new AccessRefused(
          "the authorization server " + server.issuer() + " does not offer PKCE with S256");
    }
    oauth.check("the address at which access is granted", server.authorize());
    ClientIdentity client = clients.at(server);
    GrantedTokens granted = waiting.forUser() ? user(caller) : (GrantedTokens) own;
    String scope = Scopes.union(found.scope(), granted.more());
    String verifier = UserGrants.random();
    String state =
        userGrants.begin(
            caller,
            new PendingGrant(
                spec.id(),
                waiting.forUser(),
                waiting.run(),
                waiting.call(),
                verifier,
                server.issuer(),
                userGrants.redirect(),
                scope));
    var query = new LinkedHashMap<String, String>();
    query.put("response_type", "code");
    query.put("client_id", client.id());
    query.put("redirect_uri", userGrants.redirect());
    query.put("state", state);
    query.put("code_challenge", PendingGrant.hash(verifier));
    query.put("code_challenge_method", "S256");
    query.put("resource", found.resource());
    if (scope != null) {
      query.put("scope", scope);
    }
    String address = server.authorize().toString();
    return address + (address.contains("?") ? "&" : "?") + OAuthHttp.encoded(query);
  }

  /**
   * Handles an authorization response from a browser redirect.
   *
   * @throws GrantRefused when it grants no access; nothing is stored
   */
  Grant finish(Caller caller, PendingGrant pending, Map<String, String> answer)
      throws GrantRefused, InterruptedException {
    if (!(own instanceof GrantedTokens)) {
      throw new GrantRefused("unknown_server", "its document no longer requires this");
    }
    try {
      Discovery.Found found = discovery.find();
      requireSender(found.server(), pending, answer);
      ClientIdentity client = clients.at(found.server());
      ServerToken token = endpoint.ask(found, client, exchange(pending, answer), pending.scope());
      GrantedTokens kept = pending.forUser() ? user(caller) : (GrantedTokens) own;
      kept.keep(token, pending.issuer());
      return new Grant(spec.id(), pending.runId(), pending.call());
    } catch (TokenEndpoint.Refused e) {
      if (e.clientIsUnknown()) {
        clients.forget();
      }
      throw new GrantRefused("no_token", "access was granted, but " + e.getMessage());
    } catch (AccessRefused e) {
      throw new GrantRefused("no_token", "access was granted, but " + e.getMessage());
    }
  }

  private static Map<String, String> exchange(PendingGrant pending, Map<String, String> answer)
      throws GrantRefused {
    if (answer.containsKey("error")) {
      throw new GrantRefused("access_denied", "access was not granted", pending);
    }
    if (answer.getOrDefault("code", "").isEmpty()) {
      throw new GrantRefused("invalid_answer", "code is required");
    }
    return Map.of(
        "grant_type",
        "authorization_code",
        "code",
        answer.get("code"),
        "code_verifier",
        pending.verifier(),
        "redirect_uri",
        pending.redirect());
  }

  /**
   * RFC 9207, 2.4: a response of another authorization server must be rejected. Two that both omit
   * {@code iss} cannot be told apart, since all share the one registered redirect address
   * (docs/evidence/attacks.md, S18).
   */
  private void requireSender(
      AuthorizationServer server, PendingGrant pending, Map<String, String> answer)
      throws GrantRefused {
    String issuer = answer.get("iss");
    boolean right = issuer == null ? !server.namesIssuer() : issuer.equals(pending.issuer());
    if (!right || !AuthorizationServer.sameIssuer(server.issuer(), pending.issuer())) {
      throw new GrantRefused("invalid_answer", "the answer comes from another issuer");
    }
    if (!pending.redirect().equals(userGrants.redirect())) {
      throw new GrantRefused(
          "invalid_answer", "the answer belongs to another redirect address than the configured");
    }
  }
}
