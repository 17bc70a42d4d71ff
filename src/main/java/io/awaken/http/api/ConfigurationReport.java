package io.awaken.http.api;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.function.Supplier;

/**
 * The state of this node's documents for operators.
 *
 * @param reloads whether changes are published while the node runs
 * @param version what is active now
 * @param problems what is wrong with the documents now
 */
public record ConfigurationReport(
    boolean reloads, Supplier<LiveRegistry.Version> version, Supplier<List<Problem>> problems) {

  /**
   * One thing that is wrong with a document; it never holds a value of the document.
   *
   * @param file relative to the configuration folder, {@code .} for the folder itself
   * @param line counted from 1; null when it is not known
   * @param column of the problem
   * @param field null when the whole file is meant
   * @param message what is wrong, or how it must be
   */
  public record Problem(
      @Required String file,
      Integer line,
      Integer column,
      String field,
      @Required String message) {}
}
