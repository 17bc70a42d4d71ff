package io.awaken.bench.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the documents of the measured agents, each named like its model. */
final class BenchDocuments {

  private final Path folder;

  BenchDocuments(Path folder, String baseUrl) throws IOException {
    this.folder = folder;
    write(
        "providers",
        "bench",
        "\"adapter\":\"openai\",\"base_url\":\"%s\",\"api_key\":\"none\"".formatted(baseUrl));
  }

  void agent(String model) throws IOException {
    write("models", model, "\"provider_id\":\"bench\",\"upstream_model\":\"%s\"".formatted(model));
    write(
        "agents",
        model,
        "\"model_id\":\"%s\",\"system_prompt\":\"Answer briefly.\",\"allowed_tools\":%s"
            .formatted(model, tools(model)));
  }

  /** With what else distinguishes an agent; earlier versions do not know the last two. */
  private static String tools(String model) {
    return switch (model) {
      case "two-step" -> "[\"get_weather\"]";
      case "delegating" -> "[\"agent_run_two-step\"],\"delegates\":[\"two-step\"]";
      case "offered" -> "[\"get_weather\"],\"expose\":\"a2a\"";
      default -> "[]";
    };
  }

  /** The agent of a model; its only tool requires a decision. */
  void asking(String agent, String model) throws IOException {
    write(
        "agents",
        agent,
        ("\"model_id\":\"%s\",\"system_prompt\":\"Answer briefly.\","
                + "\"allowed_tools\":[\"get_weather\"],\"plugin_ids\":[\"permission\"],"
                + "\"sections\":{\"permission\":{\"default_behavior\":\"ask\"}}")
            .formatted(model));
  }

  private void write(String kind, String id, String fields) throws IOException {
    Path file = folder.resolve(kind).resolve(id + ".json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{\"id\":\"" + id + "\"," + fields + "}");
  }
}
