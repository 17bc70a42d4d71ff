package io.awaken.core.loop;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.Resolution;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.run.Claim;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.core.store.document.Pins;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The documents of runs: the current snapshot, or a snapshot of the documents that a run is pinned
 * to (F13). Queries the store once per version, and only if documents have changed. Thread-safe.
 */
public final class PinnedRegistry {

  private static final int VERSIONS = 64;

  private final LiveRegistry registry;
  private final DocumentStore documents;

  /** Versions in use, by hash; the oldest is dropped. Guarded by itself. */
  private final Map<String, RegistrySnapshot> versions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RegistrySnapshot> eldest) {
          return size() > VERSIONS;
        }
      };

  /** The snapshot beneath all these versions. Guarded by the versions. */
  private RegistrySnapshot base;

  PinnedRegistry(LiveRegistry registry, DocumentStore documents) {
    this.registry = registry;
    this.documents = documents;
  }

  /** The pins of runs that start on this node. */
  public static Pins pins(LiveRegistry registry) {
    return agentId ->
        registry
            .pin(agentId)
            .map(resolution -> new StoredDocument(resolution.hash(), resolution.body()));
  }

  /** The current snapshot. */
  RegistrySnapshot now() {
    return registry.get();
  }

  /**
   * The snapshot for a run.
   *
   * @throws ResolveException when its documents are unavailable
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
    // A swap between the claim and this line must not remove tools from a new run.
    Optional<RegistrySnapshot> claimed = claim.begun() ? Optional.empty() : registry.pinned(hash);
    return claimed.orElseGet(() -> version(now, claim.agentId(), hash));
  }

  private RegistrySnapshot version(RegistrySnapshot now, String agentId, String hash) {
    synchronized (versions) {
      if (base != now) {
        versions.clear();
        base = now;
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
      if (base == now) {
        versions.put(hash, pinned);
      }
    }
    return pinned;
  }

  /** The version of an agent at work on a run is unavailable. */
  static final class PinnedVersionUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** For machines and at the start of the text for clients. */
    static final String CODE = "pinned_version_unavailable";

    PinnedVersionUnavailable(String message) {
      super(message, null, false, false);
    }

    /** The reason for clients. */
    static String reason(String message) {
      return CODE + ": " + message;
    }
  }
}
