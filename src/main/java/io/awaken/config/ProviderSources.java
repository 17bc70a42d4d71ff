package io.awaken.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.config.rules.DocumentSchema;
import io.awaken.config.source.DocumentKind;
import io.awaken.core.spec.ProviderSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Providers with unresolved references, for runs that continue with an earlier version of a
 * provider. Must not leave the process as a whole: an author may have written a secret instead of a
 * reference. Thread-safe.
 */
public final class ProviderSources {

  /** Sources of built-in documents. */
  static final ProviderSources NONE =
      new ProviderSources(Map.of(), new References(name -> Optional.empty(), Path.of("")));

  private final Map<String, ObjectNode> written;
  private final References references;

  /**
   * @param written by id
   * @param references resolves references
   */
  ProviderSources(Map<String, ObjectNode> written, References references) {
    this.written = Map.copyOf(written);
    this.references = references;
  }

  /** Merges these with others; these win. */
  ProviderSources withFallback(ProviderSources others) {
    var all = new HashMap<>(others.written);
    all.putAll(written);
    return new ProviderSources(all, references);
  }

  /** The part of a provider that may be stored: references, but no secrets. */
  public JsonNode document(String id) {
    ObjectNode found = written.get(id);
    return found == null ? JsonNodeFactory.instance.objectNode() : ProviderForm.storable(found);
  }

  /**
   * Reads a stored provider. References are resolved now, and omitted values are taken from the
   * current document with that id.
   *
   * @throws IllegalArgumentException naming what is missing, never a value
   */
  public ProviderSpec read(String id, JsonNode document) {
    List<String> problems = new ArrayList<>();
    BiConsumer<String, String> problem = (field, reason) -> problems.add(field + " " + reason);
    ObjectNode form = document.deepCopy();
    ProviderForm.complete(form, written.get(id), problem);
    new SecretReferences(references).inProvider(form, problem);
    DocumentSchema.of(DocumentKind.PROVIDER).normalise(form);
    ProviderSpec spec =
        problems.isEmpty()
            ? StrictMapper.read(DocumentKind.PROVIDER, form, ProviderSpec.class, problem)
            : null;
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("provider " + id + ": " + String.join("; ", problems));
    }
    return spec;
  }
}
