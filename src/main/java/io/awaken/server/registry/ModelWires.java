package io.awaken.server.registry;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.provider.anthropic.AnthropicAdapter;
import io.awaken.provider.gemini.GeminiAdapter;
import io.awaken.provider.ollama.OllamaAdapter;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.provider.openai.ResponsesAdapter;
import io.awaken.provider.scripted.ScriptedAdapter;
import io.awaken.server.documents.ScriptFile;
import java.util.List;

/**
 * The model wires of this server, one line each. A provider's document chooses one by its name, as
 * {@code adapter} (features row 109).
 */
public final class ModelWires {

  private ModelWires() {}

  /**
   * @param http sends the requests; may reach every address that an operator wrote
   */
  public static List<LlmAdapter> over(OutboundHttp http) {
    return List.of(
        new OpenAiAdapter(http), // openai: chat completions
        new ResponsesAdapter(http), // openai_responses
        new OllamaAdapter(http), // ollama
        new AnthropicAdapter(http), // anthropic
        new GeminiAdapter(http), // gemini
        new ScriptedAdapter(ScriptFile::read)); // scripted
  }
}
