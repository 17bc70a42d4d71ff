package io.awaken.core.agent;

import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.run.ClientInput;

/** Which input of clients an agent takes besides messages and tools. Stateless. */
public final class ClientInputs {

  private ClientInputs() {}

  /**
   * Refuses input that the agent does not take, so that nothing is ignored silently.
   *
   * @throws ClientInputRefused naming the setting in the agent's document
   * @throws ResolveException when the agent does not exist
   */
  public static void check(RegistrySnapshot registry, String agentId, ClientInput input) {
    if (input.equals(ClientInput.NONE)) {
      return;
    }
    ResolvedAgent agent = AgentResolver.resolve(registry, agentId);
    if (input.instructions() != null && !takesInstructions(agent)) {
      throw new ClientInputRefused(
          ClientInputRefused.Part.INSTRUCTIONS,
          "the agent "
              + agentId
              + " takes no instructions from clients, unless its document sets"
              + " client_instructions: true");
    }
    if (input.hasState() && !agent.spec().sharesState()) {
      throw new ClientInputRefused(
          ClientInputRefused.Part.STATE,
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
