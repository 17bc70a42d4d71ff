/**
 * Where a request comes from: the address of its client, the proxies that may name it, and whether
 * it comes from this machine itself. Knows no container; who may do what is decided in {@link
 * io.awaken.http.security}.
 */
package io.awaken.http.security.client;
