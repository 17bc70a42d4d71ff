/** The suspensions of calls, and their decisions. */
package io.awaken.core.store.suspension;
