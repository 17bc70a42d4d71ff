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
 * Tests of providers for operators. Results have the kind of a failure; the provider's own message
 * is in the log, without keys (features rows 1034-1035). Thread-safe.
 *
 * @param registry has the providers
 * @param client calls them
 */
public record ProviderQuestions(RegistrySnapshot registry, ProviderClient client) {

  private static final int RETRY_SECONDS = 5;
  private static final Logger LOG = System.getLogger(ProviderQuestions.class.getName());

  /**
   * A failure.
   *
   * @param code the kind of failure, as runs report it
   * @param message for people, without any text of the provider
   */
  public record Failure(@Required String code, @Required String message) {}

  private interface Question {
    void ask() throws InferenceException, InterruptedException;
  }

  /** Returns a provider; refuses an unknown one with 404. */
  public LlmExecutor provider(String id) {
    LlmExecutor provider = registry.executors().get(id);
    if (provider == null) {
      throw Refusal.notFound("provider", id).exception();
    }
    return provider;
  }

  /** Requests a short answer; returns null on success. */
  public Failure answer(String id, String model) {
    return failure(id, () -> client.ask(provider(id), model));
  }

  /** Requests the list of models; returns null on success. */
  public Failure list(String id) {
    ModelCatalog catalog = catalog(id);
    return failure(id, () -> client.models(catalog, 1));
  }

  /**
   * Returns the names of a provider's models; refuses with 502 on failure.
   *
   * @param most names to return
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
              "too many requests to providers at once; try again later",
              null,
              RETRY_SECONDS)
          .exception();
    }
  }
}
