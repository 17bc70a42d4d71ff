package io.awaken.server;

import io.awaken.protocol.mcp.LogLevels;
import io.awaken.protocol.mcp.StandingStreams;
import io.awaken.protocol.mcp.resource.DocumentResources;
import io.awaken.protocol.mcp.resource.Prompts;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/** Provides the MCP server's documents and its state of clients. */
@Dependent
public class McpProducer {

  @Inject private RuntimeHost host;

  @Produces
  @Singleton
  Prompts prompts() {
    return new Prompts(host.documents()::prompts);
  }

  @Produces
  @Singleton
  DocumentResources documentResources() {
    return new DocumentResources(host.documents()::resources);
  }

  @Produces
  @Singleton
  StandingStreams standingStreams() {
    return new StandingStreams();
  }

  @Produces
  @Singleton
  LogLevels logLevels() {
    return new LogLevels();
  }
}
