/**
 * Tools as the loop calls them: the port that every tool implements, its descriptor, the context of
 * a call and the check of arguments against the tool's JSON schema. Where tools come from is the
 * concern of {@code builtin} and {@code server}.
 */
package io.awaken.core.tool;
