/** The port for subscriptions of clients of protocols with sessions. */
package io.awaken.core.store.subscription;
