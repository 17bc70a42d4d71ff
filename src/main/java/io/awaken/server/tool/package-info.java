/**
 * The application's tools: methods of CDI beans and session beans with {@link
 * io.awaken.core.tool.AgentTool}. Finds them, generates their JSON schema, checks the caller's
 * roles and calls them through the bean's proxy. Only {@code CdiToolSource} and {@code CdiBean} use
 * the container; everything else runs without one.
 */
package io.awaken.server.tool;
