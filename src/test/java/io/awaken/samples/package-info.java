/**
 * Plugins as a user would write them, each with its test: the samples of the guide {@code
 * docs/plugins.md} and those of the systems that this one learned from.
 */
package io.awaken.samples;
