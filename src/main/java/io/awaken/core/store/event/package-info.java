/** The event log, read page by page by readers of a run or a thread. */
package io.awaken.core.store.event;
