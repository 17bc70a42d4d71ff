/**
 * Tools of one's own: methods of CDI beans and session beans that carry {@link
 * io.awaken.core.tool.AgentTool}. Finding them, making their JSON schema, checking the caller's
 * roles and calling them through the bean's proxy. Only {@code CdiToolSource} and {@code CdiBean}
 * know the container; everything else runs without one.
 */
package io.awaken.server.tool;
