/**
 * The phase engine: gathers what hooks want on a frozen snapshot, commits it, does scheduled
 * actions until none is left, dispatches effects. Knows nothing of models, tools or storage.
 */
package io.awaken.core.phase;
