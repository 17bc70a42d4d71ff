/**
 * Plugins and tools as a user would write them, each with its test: the samples of the guides
 * {@code docs/plugins.md} and {@code docs/tools.md}, and those of the systems that this one learned
 * from.
 */
package io.awaken.samples;
