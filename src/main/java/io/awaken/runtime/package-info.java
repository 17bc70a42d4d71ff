/**
 * The embedding facade: build a runtime in a plain Java program, run agents, replace them while
 * others run (features rows 4, 24-30, 138). {@link io.awaken.runtime.AgentRuntimeBuilder} supplies
 * threads, clock and ids unless the program does; {@code docs/embedding.md} is the guide. {@link
 * io.awaken.runtime.NodeAssembly} wires all nodes, the server's too.
 */
package io.awaken.runtime;
