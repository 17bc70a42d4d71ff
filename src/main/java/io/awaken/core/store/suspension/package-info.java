/** The questions of suspended calls, and their decisions. */
package io.awaken.core.store.suspension;
