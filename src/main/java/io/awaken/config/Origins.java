package io.awaken.config;

import io.awaken.config.source.DocumentKind;
import io.awaken.config.syntax.DocumentProblem;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The sources of documents, for problems that appear after reading. Immutable. */
public final class Origins {

  /** For built-in documents. */
  static final Origins NONE = new Origins(Map.of());

  private final Map<String, Loaded<?>> documents;

  private Origins(Map<String, Loaded<?>> documents) {
    this.documents = documents;
  }

  static Origins of(Collection<? extends Loaded<?>> loaded) {
    var documents = new HashMap<String, Loaded<?>>();
    loaded.forEach(document -> documents.put(key(document.file().kind(), document.id()), document));
    return new Origins(documents);
  }

  private static String key(DocumentKind kind, String id) {
    return kind.folder() + "/" + id;
  }

  /**
   * A problem of a document with file and line; without a file, with the document's kind and id.
   *
   * @param field null when the reason may begin with it, or when it concerns the whole document
   */
  public DocumentProblem problem(DocumentKind kind, String id, String field, String reason) {
    Loaded<?> document = documents.get(key(kind, id));
    if (document == null) {
      return new DocumentProblem(key(kind, id), null, field, reason);
    }
    return field == null
        ? document.parsed().problem(document.file().name(), reason)
        : document.problem(field, reason);
  }

  /** The field within a section that the reason of its plugin begins with, else the section. */
  public String fieldWithin(DocumentKind kind, String id, String section, String reason) {
    Loaded<?> document = documents.get(key(kind, id));
    return document == null ? section : document.parsed().fieldWithin(section, reason);
  }
}
