/**
 * The origin of a request: the address of its client, the proxies that may name it, and whether it
 * comes from this machine. Independent of containers; authorisation is in {@link
 * io.awaken.http.security}.
 */
package io.awaken.http.security.client;
