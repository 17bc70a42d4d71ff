package io.awaken.core.agent;

import io.awaken.core.spec.A2aServerSpec.Offer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Publishes what other servers offer. An agent whose id is taken is left out with a log line, once
 * while that lasts. Thread-safe.
 */
public final class FoundAgents implements BiConsumer<String, List<Offer>> {

  private static final Logger LOG = System.getLogger(FoundAgents.class.getName());

  private final LiveRegistry registry;

  /** Replaced while a change of the registry is applied. */
  private Set<String> refused = Set.of();

  public FoundAgents(LiveRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void accept(String server, List<Offer> offers) {
    registry.publish(
        current -> {
          RegistrySnapshot next = current.withRemote(current.remote().offering(server, offers));
          Set<String> now = Set.copyOf(next.refusedRemote());
          now.stream()
              .filter(line -> !refused.contains(line))
              .forEach(line -> LOG.log(Level.WARNING, line));
          refused = now;
          return next;
        });
  }
}
