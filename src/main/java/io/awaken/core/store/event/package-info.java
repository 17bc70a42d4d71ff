/** The log of events, page by page, for the readers of a run and of a thread. */
package io.awaken.core.store.event;
