package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.protocol.mcp.prompt.Prompts;
import io.awaken.protocol.mcp.request.Asked;
import io.awaken.protocol.mcp.resource.ResourceReader;

/** {@code prompts/get}, in both eras. Thread-safe. */
final class PromptMethod {

  private final Prompts prompts;
  private final ResourceReader resources;

  PromptMethod(Prompts prompts, ResourceReader resources) {
    this.prompts = prompts;
    this.resources = resources;
  }

  ObjectNode get(Asked asked) {
    boolean asks = asked.version().modern() && asked.abilities().client().forms();
    var reader = new Prompts.Reader(asks, uri -> resources.content(uri, asked.caller()));
    return prompts.get(asked.params(), reader);
  }
}
