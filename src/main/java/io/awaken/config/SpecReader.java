package io.awaken.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.config.rules.DocumentSchema;
import io.awaken.config.rules.SpecRules;
import io.awaken.config.source.DocumentFile;
import io.awaken.config.source.DocumentKind;
import io.awaken.config.syntax.DocumentParser;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.config.syntax.DocumentSyntaxException;
import io.awaken.config.syntax.ParsedDocument;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Reads documents one by one and collects their problems, instead of stopping. */
final class SpecReader {

  private final SecretReferences references;
  private final List<DocumentProblem> problems;
  private final Set<String> broken = new HashSet<>();

  SpecReader(References references, List<DocumentProblem> problems) {
    this.references = new SecretReferences(references);
    this.problems = problems;
  }

  /** All usable documents of one kind by id; a duplicate id is a problem of both files. */
  <T> Map<String, Loaded<T>> readAll(
      List<DocumentFile> files, Class<T> type, BiConsumer<SpecRules, T> rules) {
    var byId = new TreeMap<String, Loaded<T>>();
    for (DocumentFile file : files) {
      read(file, type, rules)
          .ifPresent(
              loaded -> {
                Loaded<T> other = byId.putIfAbsent(loaded.id(), loaded);
                if (other != null) {
                  problems.add(
                      loaded.problem(
                          "id", "'" + loaded.id() + "' is also the id of " + other.file().name()));
                }
              });
    }
    return byId;
  }

  /** Whether a document of this kind and id exists but cannot be used. */
  boolean isBroken(DocumentKind kind, String id) {
    return broken.contains(kind.folder() + "/" + id);
  }

  private void markBroken(DocumentFile file, String id) {
    broken.add(file.kind().folder() + "/" + id);
  }

  private <T> Optional<Loaded<T>> read(
      DocumentFile file, Class<T> type, BiConsumer<SpecRules, T> rules) {
    try {
      return map(file, DocumentParser.parse(file), type, rules);
    } catch (DocumentSyntaxException e) {
      problems.add(new DocumentProblem(file.name(), e.position(), null, e.getMessage()));
    } catch (IOException e) {
      problems.add(new DocumentProblem(file.name(), null, null, "cannot be read"));
    }
    markBroken(file, file.baseName());
    return Optional.empty();
  }

  private <T> Optional<Loaded<T>> map(
      DocumentFile file, ParsedDocument read, Class<T> type, BiConsumer<SpecRules, T> rules) {
    ParsedDocument parsed = read.withAliases(DocumentSchema.of(file.kind()).normalise(read.root()));
    var found = new ArrayList<DocumentProblem>();
    BiConsumer<String, String> problem =
        (field, reason) -> found.add(parsed.problem(file.name(), field, reason));
    String id = id(file, parsed.root(), problem);
    ObjectNode written = parsed.root().deepCopy();
    switch (file.kind()) {
      case PROVIDER -> references.inProvider(parsed.root(), problem);
      case AGENT -> references.inAgent(parsed.root(), problem);
      case A2A_SERVER -> references.inEndpoint(parsed.root(), "", problem);
      case MCP_SERVER -> references.inMcpServer(parsed.root(), problem);
      case WEBHOOK -> references.inWebhook(parsed.root(), problem);
      case MODEL, MODEL_POOL, PROMPT, RESOURCE -> {}
    }
    T spec = StrictMapper.read(file.kind(), parsed.root(), type, problem);
    if (spec != null) {
      rules.accept(new SpecRules(problem), spec);
    }
    if (found.isEmpty()) {
      return Optional.of(new Loaded<>(id, spec, file, parsed, written));
    }
    problems.addAll(found);
    markBroken(file, id);
    return Optional.empty();
  }

  /** The document's id; the file's name stands in for a missing one. */
  private static String id(DocumentFile file, ObjectNode root, BiConsumer<String, String> problem) {
    if (!root.hasNonNull("id")) {
      root.put("id", file.baseName());
    }
    String id = root.get("id").asText();
    try {
      Ids.check("id", id);
    } catch (InvalidId e) {
      problem.accept("id", e.getMessage().substring("id ".length()));
    }
    return id;
  }
}
