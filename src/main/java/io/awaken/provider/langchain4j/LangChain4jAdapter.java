package io.awaken.provider.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.FormatSupport;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The wire {@code langchain4j}: a LangChain4j model of the application (features row 1050). Without
 * LangChain4j on the class path, only a provider that uses this wire fails. The provider's document
 * gives {@code timeout_secs}, the seconds that the model may stay silent. Key and address are the
 * model's own. Options:
 *
 * <ul>
 *   <li>{@code bean}: the name of the model bean; optional if there is only one;
 *   <li>{@code finish_reason}: {@code required} (default) or {@code optional}, for models that
 *       never report a finish reason;
 *   <li>{@code response_format}: {@code json_schema}, {@code json_object} or {@code none}: the
 *       formats that the model accepts, unless it declares them.
 * </ul>
 */
public final class LangChain4jAdapter implements LlmAdapter {

  static final String NAME = "langchain4j";

  private static final String PROBE = "dev.langchain4j.model.chat.StreamingChatModel";
  private static final String BEAN = "bean";
  private static final String FINISH_REASON = "finish_reason";

  private final ModelBeans beans;
  private final Executor threads;

  /**
   * @param threads executes each call on its own thread
   */
  public LangChain4jAdapter(ModelBeans beans, Executor threads) {
    this.beans = beans;
    this.threads = threads;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    refuse(provider, "api_key", provider.apiKey());
    refuse(provider, "base_url", provider.baseUrl());
    String bean = text(provider, BEAN);
    LangChain4jSettings settings = settings(provider);
    if (!isThere()) {
      throw wrong(
          provider,
          "adapter langchain4j needs LangChain4j (dev.langchain4j:langchain4j-core and the module"
              + " of a model provider), which is not in this archive");
    }
    return FoundModels.executor(beans, bean, settings, threads);
  }

  private static LangChain4jSettings settings(ProviderSpec provider) {
    var settings =
        LangChain4jSettings.of(provider.id())
            .with(Duration.ofSeconds(provider.timeoutSecs()))
            .with(FormatSupport.of(provider, null));
    String reason = text(provider, FINISH_REASON);
    if (reason == null || reason.equals("required")) {
      return settings;
    }
    if (reason.equals("optional")) {
      return settings.withoutFinishReason();
    }
    throw wrong(provider, "adapter_options.finish_reason must be required or optional");
  }

  private static void refuse(ProviderSpec provider, String field, Object value) {
    if (value != null) {
      throw wrong(provider, field + " is not for adapter langchain4j: the bean has its own");
    }
  }

  private static String text(ProviderSpec provider, String option) {
    JsonNode value = provider.adapterOptions().get(option);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw wrong(provider, "adapter_options." + option + " must be a text");
    }
    return value.textValue();
  }

  private static boolean isThere() {
    try {
      Class.forName(PROBE, false, LangChain4jAdapter.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static IllegalArgumentException wrong(ProviderSpec provider, String reason) {
    return new IllegalArgumentException("provider " + provider.id() + ": " + reason);
  }
}
