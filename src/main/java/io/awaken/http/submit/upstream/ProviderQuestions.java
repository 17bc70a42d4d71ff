package io.awaken.http.submit.upstream;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelCatalog;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * Queries of operators to providers. Answers contain the kind of a failure, never the provider's
 * own words, which are in the log without keys (features rows 1034-1035). Thread-safe.
 *
 * @param registry knows the providers
 * @param client asks them
 */
public record ProviderQuestions(RegistrySnapshot registry, ProviderClient client) {

  private static final int RETRY_SECONDS = 5;
  private static final Logger LOG = System.getLogger(ProviderQuestions.class.getName());

  /**
   * What went wrong.
   *
   * @param code the kind of failure, as runs report it
   * @param message for people, without anything that the provider said
   */
  public record Failure(@Required String code, @Required String message) {}

  private interface Question {
    void ask() throws InferenceException, InterruptedException;
  }

  /** A provider, or a refusal with 404. */
  public LlmExecutor provider(String id) {
    LlmExecutor provider = registry.executors().get(id);
    if (provider == null) {
      throw Refusal.notFound("provider", id).exception();
    }
    return provider;
  }

  /** Asks for a short answer; null when it came. */
  public Failure answer(String id, String model) {
    return failure(id, () -> client.ask(provider(id), model));
  }

  /** Asks for the list of models; null when it came. */
  public Failure list(String id) {
    ModelCatalog catalog = catalog(id);
    return failure(id, () -> client.models(catalog, 1));
  }

  /**
   * The names of the models that a provider offers, or a refusal with 502.
   *
   * @param most names at the most
   */
  public List<String> models(String id, int most) {
    ModelCatalog catalog = catalog(id);
    var names = new AtomicReference<List<String>>();
    Failure failure = failure(id, () -> names.set(client.models(catalog, most)));
    if (failure != null) {
      throw new Refusal(502, "provider_failed", failure.message(), null, null).exception();
    }
    return names.get();
  }

  private ModelCatalog catalog(String id) {
    if (provider(id) instanceof ModelCatalog catalog) {
      return catalog;
    }
    throw Refusal.conflict(
            "no_model_list", "the wire of the provider " + id + " has no list of models")
        .exception();
  }

  private static Failure failure(String id, Question question) {
    try {
      question.ask();
      return null;
    } catch (InferenceException e) {
      LOG.log(Level.INFO, "the test of provider {0} failed: {1}", id, e.logLine());
      return new Failure(e.kind().code(), e.forClients());
    } catch (TimeoutException | InterruptedException e) {
      LOG.log(Level.INFO, "the test of provider {0} timed out", id);
      InferenceException.Kind late = InferenceException.Kind.TIMEOUT;
      return new Failure(
          late.code(), new InferenceException(late, "did not answer in time", null).forClients());
    } catch (BulkheadException e) {
      throw new Refusal(
              429,
              "too_many_probes",
              "providers are being asked by others; ask again later",
              null,
              RETRY_SECONDS)
          .exception();
    }
  }
}
