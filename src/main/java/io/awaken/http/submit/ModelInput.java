package io.awaken.http.submit;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.message.Media;
import io.awaken.http.security.Refusal;
import java.util.function.Supplier;

/**
 * Refuses media that none of the agent's models accepts, according to their documents and wires
 * (features row 1031). Other limits appear when the model is called. Thread-safe if the supplier
 * is.
 *
 * @param registry supplies the current agents and models
 */
public record ModelInput(Supplier<RegistrySnapshot> registry) {

  /**
   * @param field names the part of the message, for the refusal
   * @throws io.awaken.http.security.RefusedException 400 with {@code unsupported_content}
   */
  void check(RunRequest request, Media media, String field) {
    if (request.agentId() == null || request.spec().overrides().upstreamModel() != null) {
      return;
    }
    String why = registry.get().refusing(request.agentId(), media).orElse(null);
    if (why != null) {
      throw Refusal.bad("unsupported_content", field + ": " + why).about(field).exception();
    }
  }
}
