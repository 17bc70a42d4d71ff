package io.awaken.server.documents;

import io.awaken.server.documents.source.DocumentKind;
import io.awaken.server.documents.syntax.DocumentProblem;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sources of documents, for problems that appear after reading. Immutable. */
public final class Origins {

  /** For built-in documents. */
  static final Origins NONE = new Origins(Map.of());

  /** The field that a reason begins with, such as {@code adapter_options.word_delay_ms}. */
  private static final Pattern FIELD = Pattern.compile("([\\w.\\[\\]]+)[: ]+(.*)", Pattern.DOTALL);

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
    Matcher begins = FIELD.matcher(reason);
    boolean named =
        field == null
            && begins.matches()
            && document.parsed().positions().containsKey(begins.group(1));
    return named
        ? document.problem(begins.group(1), begins.group(2))
        : new DocumentProblem(
            document.file().name(),
            document.parsed().position(field == null ? "" : field),
            field,
            reason);
  }
}
