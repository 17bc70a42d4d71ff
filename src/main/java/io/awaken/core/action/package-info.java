/**
 * The interface between plugins or tools and the runtime: the state keys of the runtime, and the
 * actions that any of them may schedule.
 */
package io.awaken.core.action;
