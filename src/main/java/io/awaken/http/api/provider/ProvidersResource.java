package io.awaken.http.api.provider;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelCatalog;
import io.awaken.core.spec.ModelSpec;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * Whether a provider answers, and which models it offers, for operators (features section 2.2). Who
 * asks learns the kind of a failure; the provider's own words are in the log, without keys.
 */
@Path("providers/{id}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ProvidersResource {

  /** Names that a list shows at the most. */
  static final int MOST = 1_000;

  private static final int MAX_NAME = 256;
  private static final int RETRY_SECONDS = 5;
  private static final Logger LOG = System.getLogger(ProvidersResource.class.getName());

  @Inject Supplier<RegistrySnapshot> registry;
  @Inject ProviderClient client;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  @POST
  @Route(
      name = "testProvider",
      says =
          "Whether a provider answers: asks a model for a few tokens, which costs as much. Without"
              + " a model in the query or a document of one, it is asked for its list of models.",
      answers = @Answer(TestResult.class),
      refuses = {
        "403 forbidden unusable_caller",
        "404 provider_not_found",
        "409 no_model_list",
        "429 too_many_probes"
      })
  @Path("test")
  public Response test(
      @PathParam("id") String id,
      @Described("The provider's own name of a model; by default that of the first document.")
          @QueryParam("model")
          String model) {
    return Response.ok(tested(id, model)).build();
  }

  TestResult tested(String id, String named) {
    LlmExecutor provider = provider(id);
    if (named != null && (named.isBlank() || named.length() > MAX_NAME)) {
      throw Refusal.invalid("model", "model must have 1 to " + MAX_NAME + " characters")
          .exception();
    }
    String model = named == null ? documented(id) : named;
    ModelCatalog catalog = model == null ? catalog(id, provider) : null;
    long begun = System.nanoTime();
    Failure failure =
        failure(
            id,
            () -> {
              if (catalog == null) {
                client.ask(provider, model);
              } else {
                client.models(catalog, 1);
              }
            });
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    return new TestResult(failure == null, took, model, failure);
  }

  @GET
  @Route(
      name = "listProviderModels",
      says = "The names of the models that a provider offers, as it says itself.",
      answers = @Answer(OfferedModels.class),
      refuses = {
        "403 forbidden unusable_caller",
        "404 provider_not_found",
        "409 no_model_list",
        "429 too_many_probes",
        "502 provider_failed"
      })
  @Path("models")
  public Response models(@PathParam("id") String id) {
    return Response.ok(offered(id)).build();
  }

  OfferedModels offered(String id) {
    ModelCatalog catalog = catalog(id, provider(id));
    var names = new AtomicReference<List<String>>();
    Failure failure = failure(id, () -> names.set(client.models(catalog, MOST + 1)));
    if (failure != null) {
      throw new Refusal(502, "provider_failed", failure.message(), null, null).exception();
    }
    List<String> all = names.get();
    return new OfferedModels(all.stream().limit(MOST).toList(), all.size() > MOST);
  }

  private LlmExecutor provider(String id) {
    admin.require(Callers.of(security));
    LlmExecutor provider = registry.get().executors().get(id);
    if (provider == null) {
      throw Refusal.notFound("provider", id).exception();
    }
    return provider;
  }

  private static ModelCatalog catalog(String id, LlmExecutor provider) {
    if (provider instanceof ModelCatalog catalog) {
      return catalog;
    }
    throw Refusal.conflict(
            "no_model_list", "the wire of the provider " + id + " has no list of models")
        .exception();
  }

  private String documented(String provider) {
    return registry.get().models().values().stream()
        .filter(model -> model.providerId().equals(provider))
        .min(Comparator.comparing(ModelSpec::id))
        .map(ModelSpec::upstreamModel)
        .orElse(null);
  }

  /** A question to a provider. */
  private interface Question {
    void ask() throws InferenceException, InterruptedException;
  }

  private static Failure failure(String id, Question question) {
    try {
      question.ask();
      return null;
    } catch (InferenceException e) {
      LOG.log(Level.INFO, "the provider {0} was tested and failed: {1}", id, e.logLine());
      return new Failure(e.kind().code(), e.forClients());
    } catch (TimeoutException | InterruptedException e) {
      LOG.log(Level.INFO, "the provider {0} was tested and did not answer in time", id);
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

  /**
   * What came of a test.
   *
   * @param latencyMs until the answer was complete, or the failure was known
   * @param model which was asked; null when the list of models was
   * @param error null when it answered
   */
  record TestResult(boolean ok, long latencyMs, String model, Failure error) {}

  /**
   * What went wrong.
   *
   * @param code the kind of failure, as runs report it
   * @param message for people, without anything that the provider said
   */
  record Failure(@Required String code, @Required String message) {}

  /**
   * What a provider offers.
   *
   * @param items names of models, as documents and requests name them
   * @param hasMore whether the provider named more
   */
  record OfferedModels(@Required List<String> items, boolean hasMore) {}
}
