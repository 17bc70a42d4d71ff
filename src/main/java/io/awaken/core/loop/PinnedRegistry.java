package io.awaken.core.loop;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.Resolution;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.commit.DocumentStore;
import io.awaken.core.commit.Pins;
import io.awaken.core.commit.StoredDocument;
import io.awaken.core.run.Claim;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What runs work with: the current snapshot, or for a run that began with other documents a
 * snapshot of these (quality F13). Asks the store only where documents have changed, once for each
 * version. Thread-safe.
 */
public final class PinnedRegistry {

  private static final int VERSIONS = 64;

  private final Supplier<RegistrySnapshot> registry;
  private final DocumentStore documents;

  /** Versions that runs went on with, by hash; the oldest gives way. Guarded by itself. */
  private final Map<String, Version> versions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Version> eldest) {
          return size() > VERSIONS;
        }
      };

  private record Version(RegistrySnapshot over, RegistrySnapshot pinned) {}

  PinnedRegistry(Supplier<RegistrySnapshot> registry, DocumentStore documents) {
    this.registry = registry;
    this.documents = documents;
  }

  /** What runs are pinned to that begin on this node. */
  public static Pins pins(Supplier<RegistrySnapshot> registry) {
    return agentId ->
        current(registry.get(), agentId)
            .map(resolution -> new StoredDocument(resolution.hash(), resolution.body()));
  }

  /** Empty when the agent cannot be put together. */
  private static Optional<Resolution> current(RegistrySnapshot now, String agentId) {
    try {
      return Optional.of(now.resolution(agentId));
    } catch (ResolveException e) {
      return Optional.empty();
    }
  }

  /**
   * The snapshot that a run is executed with.
   *
   * @throws ResolveException when its documents are not to be had any more
   */
  RegistrySnapshot of(Claim claim) {
    RegistrySnapshot now = registry.get();
    String hash = claim.resolution();
    boolean same =
        hash == null
            || current(now, claim.agentId())
                .filter(resolution -> resolution.hash().equals(hash))
                .isPresent();
    return same ? now : version(now, claim.agentId(), hash);
  }

  private RegistrySnapshot version(RegistrySnapshot now, String agentId, String hash) {
    synchronized (versions) {
      Version known = versions.get(hash);
      if (known != null && known.over() == now) {
        return known.pinned();
      }
    }
    StoredDocument document =
        documents
            .find(hash)
            .orElseThrow(() -> ResolveException.unavailable(agentId, "its documents, " + hash));
    var version = new Version(now, now.pinned(agentId, new Resolution(hash, document.body())));
    synchronized (versions) {
      versions.put(hash, version);
    }
    return version.pinned();
  }
}
