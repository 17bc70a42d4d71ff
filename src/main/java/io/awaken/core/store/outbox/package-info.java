/** The outbox: notifications due after a commit, and who delivers them when. */
package io.awaken.core.store.outbox;
