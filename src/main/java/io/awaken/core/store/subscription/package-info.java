/** The port of what clients of protocols with sessions have subscribed to. */
package io.awaken.core.store.subscription;
