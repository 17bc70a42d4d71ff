/**
 * The phase engine: gathers what hooks want on a frozen snapshot, commits it, does scheduled
 * actions until none is left, dispatches effects. Independent of models, tools and storage.
 */
package io.awaken.core.phase;
