/**
 * Model calls of a run: request, context window, the call and its hooks, continued and refused
 * answers, waits for a model, and summaries of long conversations.
 */
package io.awaken.core.loop.inference;
