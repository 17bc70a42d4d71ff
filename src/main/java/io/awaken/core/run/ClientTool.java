package io.awaken.core.run;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A tool that the client of a run declares and executes. Stored with the run.
 *
 * @param name the name for the model, unique among the tools of the run
 * @param description what it does and when to use it, or null
 * @param parameters JSON schema of the argument object; null for any object
 */
public record ClientTool(String name, String description, JsonNode parameters) {}
