package io.awaken.core.loop;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.Resolution;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.run.Claim;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.document.StoredDocument;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What runs work with: the current snapshot, or for a run that began with other documents a
 * snapshot of these (F13). Asks the store only where documents have changed, once for each version.
 * Thread-safe.
 */
public final class PinnedRegistry {

  private static final int VERSIONS = 64;

  private final LiveRegistry registry;
  private final DocumentStore documents;

  /** Versions that runs went on with, by hash; the oldest gives way. Guarded by itself. */
  private final Map<String, RegistrySnapshot> versions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RegistrySnapshot> eldest) {
          return size() > VERSIONS;
        }
      };

  /** The snapshot that all of these versions lie over. Guarded by the versions. */
  private RegistrySnapshot over;

  PinnedRegistry(LiveRegistry registry, DocumentStore documents) {
    this.registry = registry;
    this.documents = documents;
  }

  /** What runs are pinned to that begin on this node. */
  public static Pins pins(LiveRegistry registry) {
    return agentId ->
        registry
            .pin(agentId)
            .map(resolution -> new StoredDocument(resolution.hash(), resolution.body()));
  }

  /** What there is now. */
  RegistrySnapshot now() {
    return registry.get();
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
            || now.tryResolution(claim.agentId())
                .filter(resolution -> resolution.hash().equals(hash))
                .isPresent();
    if (same) {
      return now;
    }
    // A swap between the claim of a new run and this line must not take tools away from it.
    Optional<RegistrySnapshot> claimed = claim.begun() ? Optional.empty() : registry.pinned(hash);
    return claimed.orElseGet(() -> version(now, claim.agentId(), hash));
  }

  private RegistrySnapshot version(RegistrySnapshot now, String agentId, String hash) {
    synchronized (versions) {
      if (over != now) {
        versions.clear();
        over = now;
      }
      RegistrySnapshot known = versions.get(hash);
      if (known != null) {
        return known;
      }
    }
    StoredDocument document =
        documents
            .find(hash)
            .orElseThrow(() -> ResolveException.unavailable(agentId, "its documents, " + hash));
    RegistrySnapshot pinned = now.pinned(agentId, new Resolution(hash, document.body()));
    synchronized (versions) {
      if (over == now) {
        versions.put(hash, pinned);
      }
    }
    return pinned;
  }
}
