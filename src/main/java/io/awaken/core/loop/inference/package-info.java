/**
 * Model calls of a run: the request, the window of the history that fits, the call and its hooks,
 * continued and refused answers, waits for a model, and summaries of long conversations.
 */
package io.awaken.core.loop.inference;
