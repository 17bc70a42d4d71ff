package io.awaken.config.registry;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.provider.anthropic.AnthropicAdapter;
import io.awaken.provider.gemini.GeminiAdapter;
import io.awaken.provider.langchain4j.LangChain4jAdapter;
import io.awaken.provider.langchain4j.ModelBeans;
import io.awaken.provider.ollama.OllamaAdapter;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.provider.openai.ResponsesAdapter;
import io.awaken.provider.scripted.ScriptedAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The model wires of this server, one line each. A provider's document chooses one by its name, as
 * {@code adapter} (features row 109).
 */
public final class ModelWires {

  private ModelWires() {}

  /**
   * @param http sends the requests; may reach every address chosen by an operator
   * @param scripts reads those of scripted models
   */
  public static List<LlmAdapter> with(OutboundHttp http, ScriptedAdapter.Source scripts) {
    return List.of(
        new OpenAiAdapter(http), // openai: chat completions
        new ResponsesAdapter(http), // openai_responses
        new OllamaAdapter(http), // ollama
        new AnthropicAdapter(http), // anthropic
        new GeminiAdapter(http), // gemini
        new ScriptedAdapter(scripts)); // scripted
  }

  /**
   * Includes the application's LangChain4j models (features row 1050).
   *
   * @param scripts as above
   * @param beans finds them
   * @param threads gives each of their calls a thread
   */
  public static List<LlmAdapter> with(
      OutboundHttp http, ScriptedAdapter.Source scripts, ModelBeans beans, Executor threads) {
    List<LlmAdapter> all = new ArrayList<>(with(http, scripts));
    all.add(new LangChain4jAdapter(beans, threads)); // langchain4j
    return List.copyOf(all);
  }
}
