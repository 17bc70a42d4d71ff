package io.awaken.interop;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.process.Documents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;

/** The agents of an {@code agents.json}, which the tests of a page read too. */
final class PageAgents {

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private PageAgents() {}

  /**
   * Writes all agents.
   *
   * @param folder of the documents
   * @param scripts the file with the agents
   * @param modelPort where the tests serve the models of {@code gated} agents, whose answers wait
   *     until a test releases them
   */
  static void write(Path folder, Path scripts, int modelPort) throws IOException {
    var documents = new Documents(folder);
    var mapper = new ObjectMapper();
    for (Map.Entry<String, JsonNode> each : mapper.readTree(scripts.toFile()).properties()) {
      String name = each.getKey();
      JsonNode agent = each.getValue();
      Map<String, Object> document = mapper.convertValue(agent.get("document"), OBJECT);
      document.put("model_id", name);
      if (agent.path("gated").asBoolean()) {
        String address = "http://127.0.0.1:" + modelPort;
        documents.agent(name, document, Map.of("adapter", "ollama", "base_url", address));
        continue;
      }
      var turns = new ArrayList<Object>();
      agent.at("/script/turns").forEach(turns::add);
      int delay = agent.at("/script/word_delay_ms").asInt(0);
      documents.agent(name, document, delay, turns.toArray());
    }
  }
}
