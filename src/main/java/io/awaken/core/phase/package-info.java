/**
 * The phase engine: collects the commands of hooks on a frozen snapshot, commits them, executes
 * scheduled actions until none is left, dispatches effects. Independent of models, tools and
 * storage.
 */
package io.awaken.core.phase;
