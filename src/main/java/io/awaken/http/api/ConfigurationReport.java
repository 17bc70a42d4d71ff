package io.awaken.http.api;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.function.Supplier;

/**
 * The state of this node's documents for operators.
 *
 * @param reloads whether changes are published while the node runs
 * @param version the active version
 * @param problems current problems of the documents
 * @param warnings what published documents say without effect
 */
public record ConfigurationReport(
    boolean reloads,
    Supplier<LiveRegistry.Version> version,
    Supplier<List<Problem>> problems,
    Supplier<List<Problem>> warnings) {

  /**
   * A problem of a document, or a warning; never contains a value of the document.
   *
   * @param file relative to the configuration folder, {@code .} for the folder itself
   * @param line counted from 1; null if unknown
   * @param column of the problem
   * @param field null for the whole file
   * @param message what is wrong, or what is expected
   */
  public record Problem(
      @Required String file,
      Integer line,
      Integer column,
      String field,
      @Required String message) {}
}
