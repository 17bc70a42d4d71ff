package io.awaken.config.source;

/** What a document describes; each kind has its own folder. */
public enum DocumentKind {
  AGENT("agents"),
  MODEL("models"),
  MODEL_POOL("model-pools"),
  PROVIDER("providers"),
  MCP_SERVER("mcp-servers"),
  A2A_SERVER("a2a-servers"),
  PROMPT("prompts"),
  RESOURCE("resources"),
  WEBHOOK("webhooks");

  private final String folder;

  DocumentKind(String folder) {
    this.folder = folder;
  }

  /** The folder under the configuration directory. */
  public String folder() {
    return folder;
  }
}
