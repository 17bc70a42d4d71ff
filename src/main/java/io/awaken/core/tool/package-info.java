/**
 * The port that every tool implements, its descriptor, the context of a call and the validation of
 * arguments by the tool's JSON schema. {@code builtin} and {@code server} provide tools.
 */
package io.awaken.core.tool;
