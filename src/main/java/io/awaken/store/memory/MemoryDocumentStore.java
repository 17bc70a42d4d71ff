package io.awaken.store.memory;

import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.core.store.job.MailboxStore.Collected;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Documents of runs over {@link Tables}. */
final class MemoryDocumentStore implements DocumentStore {
  private final Tables tables;
  private final Map<String, Kept> kept = new HashMap<>();

  MemoryDocumentStore(Tables tables) {
    this.tables = tables;
  }

  /** A document and the time of its last storing. */
  private record Kept(StoredDocument document, long at) {}

  @Override
  public void store(StoredDocument document) {
    tables.call(() -> kept.put(document.hash(), new Kept(document, tables.now())));
  }

  @Override
  public Optional<StoredDocument> find(String hash) {
    return tables.call(() -> Optional.ofNullable(kept.get(hash)).map(Kept::document));
  }

  /** Ignores the page size, since nothing waits for it. */
  Collected collect(long before) {
    Set<String> pinned =
        tables.runs.values().stream()
            .filter(run -> run.resolution != null)
            .map(run -> run.resolution)
            .collect(Collectors.toSet());
    int all = kept.size();
    kept.entrySet()
        .removeIf(each -> each.getValue().at() < before && !pinned.contains(each.getKey()));
    return new Collected(all - kept.size(), null);
  }
}
