package io.awaken.core.agent;

import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.run.ClientInput;

/** Which input of clients an agent takes besides messages and tools. Stateless. */
public final class ClientInputs {

  private ClientInputs() {}

  /** A client sent input that its agent does not take; the message is fit for the client. */
  public static final class Refused extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The part that the agent does not take. */
    public enum Part {
      INSTRUCTIONS,
      STATE
    }

    private final Part part;

    private Refused(Part part, String message) {
      super(message);
      this.part = part;
    }

    public Part part() {
      return part;
    }
  }

  /**
   * Refuses input that the agent does not take, so that nothing is ignored silently.
   *
   * @throws Refused naming the setting in the agent's document
   * @throws ResolveException when the agent does not exist
   */
  public static void check(RegistrySnapshot registry, String agentId, ClientInput input) {
    if (input.equals(ClientInput.NONE)) {
      return;
    }
    ResolvedAgent agent = AgentResolver.resolve(registry, agentId);
    if (input.instructions() != null && !takesInstructions(agent)) {
      throw new Refused(
          Refused.Part.INSTRUCTIONS,
          "the agent "
              + agentId
              + " takes no instructions from clients, unless its document sets"
              + " client_instructions: true");
    }
    if (input.hasState() && !agent.spec().sharesState()) {
      throw new Refused(
          Refused.Part.STATE,
          "the agent " + agentId + " shares no state: its document sets shared_state: false");
    }
  }

  /**
   * Whether instructions of clients reach the agent's model. Without a setting they do not if a
   * plugin may stop its tool calls: whoever writes instructions could lead the model to calls that
   * others approve.
   */
  public static boolean takesInstructions(ResolvedAgent agent) {
    Boolean set = agent.spec().clientInstructions();
    return set != null
        ? set
        : agent.tools().isEmpty() || agent.env().at(ExtensionPoint.TOOL_GATE).isEmpty();
  }
}
