package io.awaken.server.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.server.documents.rules.SpecRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Providers as they were written, before what references stand for took their place; for runs that
 * go on with a provider as it was. Never leaves the process as a whole: an author may have written
 * a secret instead of a reference. Thread-safe.
 */
public final class ProviderSources {

  /** Sources of built-in documents. */
  static final ProviderSources NONE =
      new ProviderSources(Map.of(), new References(name -> Optional.empty(), Path.of("")));

  private final Map<String, ObjectNode> written;
  private final References references;

  /**
   * @param written by id
   * @param references finds what references stand for now
   */
  ProviderSources(Map<String, ObjectNode> written, References references) {
    this.written = Map.copyOf(written);
    this.references = references;
  }

  /** These, and under other ids those of another. */
  ProviderSources over(ProviderSources others) {
    var all = new HashMap<>(others.written);
    all.putAll(written);
    return new ProviderSources(all, references);
  }

  /** What may be stored of a provider: no secret, only references to them. */
  public JsonNode document(String id) {
    ObjectNode found = written.get(id);
    return found == null ? JsonNodeFactory.instance.objectNode() : ProviderForm.storable(found);
  }

  /**
   * Reads a provider from what was stored of it. References stand for what they stand for now, and
   * what was not stored is taken from the document of that id as it is now.
   *
   * @throws IllegalArgumentException naming what is missing, never a value
   */
  public ProviderSpec read(String id, JsonNode document) {
    List<String> problems = new ArrayList<>();
    BiConsumer<String, String> problem = (field, reason) -> problems.add(field + " " + reason);
    ObjectNode form = document.deepCopy();
    ProviderForm.complete(form, written.get(id), problem);
    new SecretReferences(references).inProvider(form, problem);
    ProviderSpec spec =
        problems.isEmpty() ? StrictMapper.read(form, ProviderSpec.class, problem) : null;
    if (spec != null) {
      new SpecRules(problem).provider(spec);
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("provider " + id + ": " + String.join("; ", problems));
    }
    return spec;
  }
}
