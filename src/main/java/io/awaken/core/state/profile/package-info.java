/**
 * Values that outlive a thread and are shared by the threads of a tenant: keys, scopes, access for
 * hooks and tools, and the port of their store.
 */
package io.awaken.core.state.profile;
