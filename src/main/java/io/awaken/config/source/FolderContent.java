package io.awaken.config.source;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The content of a configuration folder at one time. Immutable. */
public final class FolderContent implements DocumentSource {

  private final SortedMap<String, Entry> documents;
  private final Map<Path, String> mentioned;

  /**
   * A document.
   *
   * @param hash of its content
   */
  record Entry(DocumentFile file, String hash) {}

  FolderContent(SortedMap<String, Entry> documents, Map<Path, String> mentioned) {
    this.documents = documents;
    this.mentioned = mentioned;
  }

  @Override
  public List<DocumentFile> files() {
    return documents.values().stream().map(Entry::file).toList();
  }

  /**
   * Whether documents and referenced files have equal content, as far as both contents include
   * them.
   */
  public boolean isSameAs(FolderContent other) {
    return changedSince(other).isEmpty()
        && mentioned.entrySet().stream()
            .allMatch(
                file ->
                    file.getValue()
                        .equals(other.mentioned.getOrDefault(file.getKey(), file.getValue())));
  }

  /**
   * The names of documents that were added, changed or removed between another content and this.
   */
  public Set<String> changedSince(FolderContent earlier) {
    var names = new TreeSet<>(documents.keySet());
    names.addAll(earlier.documents.keySet());
    names.removeIf(name -> Objects.equals(hash(name), earlier.hash(name)));
    return names;
  }

  /**
   * Replaces some documents by their version in another content; those missing there are removed.
   */
  public FolderContent with(Set<String> names, FolderContent from) {
    var mixed = new TreeMap<>(documents);
    for (String name : names) {
      if (from.documents.containsKey(name)) {
        mixed.put(name, from.documents.get(name));
      } else {
        mixed.remove(name);
      }
    }
    return new FolderContent(mixed, mentioned);
  }

  private String hash(String name) {
    Entry entry = documents.get(name);
    return entry == null ? null : entry.hash();
  }
}
