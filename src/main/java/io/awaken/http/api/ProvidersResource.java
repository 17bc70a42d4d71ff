package io.awaken.http.api;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.spec.ModelSpec;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.upstream.ProviderClient;
import io.awaken.http.submit.upstream.ProviderQuestions;
import io.awaken.http.submit.upstream.ProviderQuestions.Failure;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tests whether a provider answers, and lists its models, for operators. The answer has the kind of
 * a failure; the provider's own message is in the log, without keys.
 */
@Path("providers/{id}")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ProvidersResource {

  /** Maximum number of names in a list. */
  static final int MOST = 1_000;

  private static final int MAX_NAME = 256;

  @Inject Supplier<RegistrySnapshot> registry;
  @Inject ProviderClient client;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  @POST
  @Route(
      name = "testProvider",
      summary =
          "Tests whether a provider answers: calls a model for a few tokens, at their cost. Without"
              + " a model in the query or in a document, its list of models is requested.",
      answers = @Answer(TestResult.class),
      refuses = {
        "403 forbidden unusable_caller",
        "404 provider_not_found",
        "409 no_model_list",
        "429 too_many_probes"
      })
  @Path("test")
  public TestResult test(
      @PathParam("id") String id,
      @Described("The provider's own name of a model; default: that of its first document.")
          @QueryParam("model")
          String named) {
    ProviderQuestions questions = questions(id);
    if (named != null && (named.isBlank() || named.length() > MAX_NAME)) {
      throw Refusal.invalid("model", "model must have 1 to " + MAX_NAME + " characters")
          .exception();
    }
    String model = named == null ? documented(id) : named;
    long begun = System.nanoTime();
    Failure failure = model == null ? questions.list(id) : questions.answer(id, model);
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    return new TestResult(failure == null, took, model, failure);
  }

  @GET
  @Route(
      name = "listProviderModels",
      summary = "The names of the models that a provider offers.",
      answers = @Answer(OfferedModels.class),
      refuses = {
        "403 forbidden unusable_caller",
        "404 provider_not_found",
        "409 no_model_list",
        "429 too_many_probes",
        "502 provider_failed"
      })
  @Path("models")
  public OfferedModels models(@PathParam("id") String id) {
    List<String> all = questions(id).models(id, MOST + 1);
    return new OfferedModels(all.stream().limit(MOST).toList(), all.size() > MOST);
  }

  /** For operators only, about an existing provider. */
  private ProviderQuestions questions(String id) {
    admin.require(Callers.of(security));
    var questions = new ProviderQuestions(registry.get(), client);
    questions.provider(id);
    return questions;
  }

  private String documented(String provider) {
    return registry.get().models().values().stream()
        .filter(model -> model.providerId().equals(provider))
        .min(Comparator.comparing(ModelSpec::id))
        .map(ModelSpec::upstreamModel)
        .orElse(null);
  }

  /**
   * The result of a test.
   *
   * @param latencyMs until the answer was complete, or the failure was known
   * @param model the tested model; null if the list of models was requested
   * @param error null on success
   */
  record TestResult(boolean ok, long latencyMs, String model, Failure error) {}

  /**
   * The models of a provider.
   *
   * @param items names of models, as documents and requests name them
   * @param hasMore whether the list was cut
   */
  record OfferedModels(@Required List<String> items, boolean hasMore) {}
}
