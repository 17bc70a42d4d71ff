/**
 * Beans of the application that extend the runtime: plugins, sources of tools, chat models and the
 * estimator of tokens. Tools that are methods of beans are in {@link io.awaken.server.tool}.
 */
package io.awaken.server.extension;
