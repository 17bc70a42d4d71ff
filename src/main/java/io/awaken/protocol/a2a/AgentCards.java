package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.a2a.task.A2aError;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/**
 * The cards of agents with {@code expose: a2a}, and that of the server, which lists them as skills.
 * A card shows neither prompt nor tools of an agent (S45). Thread-safe.
 */
@Dependent
public class AgentCards {

  /** The path of the card below a base address. */
  public static final String PATH = "/.well-known/agent-card.json";

  /** The path of the interfaces within the application. */
  public static final String INTERFACE = "/v1/a2a";

  /** Clients require a version of the agent; only operators see the actual release. */
  private static final String VERSION = "1";

  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";
  private static final String SCHEME = "bearer";

  private final OfferedAgents agents;
  private final PublicAddress address;
  private final AnonymousAccess access;
  private final CardSigner signer;

  @Inject
  public AgentCards(
      OfferedAgents agents, PublicAddress address, AnonymousAccess access, CardSigner signer) {
    this.agents = agents;
    this.address = address;
    this.access = access;
    this.signer = signer;
  }

  /**
   * A card.
   *
   * @param tenant the agent; null for the server, whose interface leads to the default agent
   * @throws io.awaken.http.security.RefusedException 404 when the agent is not offered, or none is
   */
  public ObjectNode of(String tenant, HttpServletRequest request) {
    AgentSpec agent = agents.of(tenant);
    ObjectNode card = JsonNodeFactory.instance.objectNode();
    card.put(NAME, tenant == null ? "Awaken" : agent.id());
    card.put(DESCRIPTION, tenant == null ? "Agents of this server." : purpose(agent));
    card.put("version", VERSION);
    interfaces(card.putArray("supportedInterfaces"), agent, request);
    ObjectNode capabilities =
        card.putObject("capabilities")
            .put("streaming", true)
            .put("pushNotifications", true)
            .put("extendedAgentCard", access.authenticates());
    if (tenant == null) {
      capabilities.putArray("extensions").addObject().put("uri", A2aServerSpec.AGENTS_AS_SKILLS);
    }
    card.putArray("defaultInputModes").add("text/plain").add("application/json");
    card.putArray("defaultOutputModes").add("text/plain");
    ArrayNode skills = card.putArray("skills");
    (tenant == null ? agents.all() : List.of(agent)).forEach(each -> skills.add(skill(each)));
    security(card);
    signer.sign(card);
    return card;
  }

  private void interfaces(ArrayNode interfaces, AgentSpec agent, HttpServletRequest request) {
    String url = address.of(request).orElse("") + INTERFACE;
    for (String binding : List.of("JSONRPC", "HTTP+JSON")) {
      interfaces
          .addObject()
          .put("url", url)
          .put("protocolBinding", binding)
          .put("protocolVersion", A2aServer.VERSION)
          .put("tenant", agent.id());
    }
  }

  private static String purpose(AgentSpec agent) {
    return agent.description() == null
        ? "Answers messages as the agent %s.".formatted(agent.id())
        : agent.description();
  }

  private static ObjectNode skill(AgentSpec agent) {
    ObjectNode skill = JsonNodeFactory.instance.objectNode();
    skill.put("id", agent.id()).put(NAME, agent.id()).put(DESCRIPTION, purpose(agent));
    skill.putArray("tags").add("agent");
    return skill;
  }

  private void security(ObjectNode card) {
    if (access.authenticates()) {
      card.putObject("securitySchemes")
          .putObject(SCHEME)
          .putObject("httpAuthSecurityScheme")
          .put("scheme", "Bearer");
    }
    if (access.requiresCredentials()) {
      card.putArray("securityRequirements")
          .addObject()
          .putObject("schemes")
          .putObject(SCHEME)
          .putArray("list");
    }
  }

  /** {@code GetExtendedAgentCard}: the card, for callers that are logged in. */
  ObjectNode extended(A2aRequest request) {
    if (!access.authenticates()) {
      throw A2aError.UNSUPPORTED_OPERATION.exception(
          "the server has no extended agent card, since callers cannot log in");
    }
    if (request.caller().anonymous()) {
      throw Refusal.unauthorized("unauthorized", "credentials are required").exception();
    }
    return of(request.tenant(), request.exchange().request());
  }
}
