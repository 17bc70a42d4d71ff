/**
 * The embedding facade: build a runtime in a plain Java program, run agents in it, replace them
 * while others run (features rows 4, 24-30, 138). {@link io.awaken.runtime.AgentRuntimeBuilder} is
 * where threads, clock and ids come from unless the program brings its own; {@code
 * docs/embedding.md} is the guide. {@link io.awaken.runtime.NodeAssembly} wires nodes, that of the
 * server too.
 */
package io.awaken.runtime;
