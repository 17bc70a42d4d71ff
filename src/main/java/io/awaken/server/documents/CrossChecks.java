package io.awaken.server.documents;

import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What one document says about another: agent to model to provider to adapter. */
final class CrossChecks {

  private final SpecReader reader;
  private final List<DocumentProblem> problems;

  CrossChecks(SpecReader reader, List<DocumentProblem> problems) {
    this.reader = reader;
    this.problems = problems;
  }

  /** An agent names a model's id, or {@code provider/model}. */
  void agents(Collection<Loaded<AgentSpec>> agents, Set<String> models, Set<String> providers) {
    for (Loaded<AgentSpec> agent : agents) {
      String model = agent.spec().modelId();
      if (model != null && ModelSpec.named(model, providers).isEmpty()) {
        check(agent, agent.spec().modelId(), DocumentKind.MODEL, models, "model_id", "model");
      }
    }
  }

  void models(Collection<Loaded<ModelSpec>> models, Set<String> providers) {
    for (Loaded<ModelSpec> model : models) {
      check(
          model,
          model.spec().providerId(),
          DocumentKind.PROVIDER,
          providers,
          "provider_id",
          "provider");
    }
  }

  void providers(Collection<Loaded<ProviderSpec>> providers, Set<String> adapters) {
    for (Loaded<ProviderSpec> provider : providers) {
      String adapter = provider.spec().adapter();
      if (!adapters.contains(adapter)) {
        problems.add(
            provider.problem(
                "adapter",
                "'" + adapter + "' does not exist; there are " + new TreeSet<>(adapters)));
      }
    }
  }

  /** A target that exists but is broken has been reported itself. */
  private <T> void check(
      Loaded<T> from, String target, DocumentKind kind, Set<String> known, String... fields) {
    if (!known.contains(target) && !reader.isBroken(kind, target)) {
      String field =
          Arrays.stream(fields).filter(from.parsed().root()::has).findFirst().orElse(fields[0]);
      problems.add(
          from.problem(
              field, "'" + target + "' does not exist; there are " + new TreeSet<>(known)));
    }
  }
}
