package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.protocol.mcp.prompt.Prompts;
import io.awaken.protocol.mcp.request.Invocation;
import io.awaken.protocol.mcp.resource.ResourceReader;

/** {@code prompts/get}, in both eras. Thread-safe. */
final class PromptMethod {

  private final Prompts prompts;
  private final ResourceReader resources;

  PromptMethod(Prompts prompts, ResourceReader resources) {
    this.prompts = prompts;
    this.resources = resources;
  }

  ObjectNode get(Invocation invocation) {
    boolean asks = invocation.version().modern() && invocation.abilities().client().forms();
    var reader = new Prompts.Reader(asks, uri -> resources.content(uri, invocation.caller()));
    return prompts.get(invocation.params(), reader);
  }
}
