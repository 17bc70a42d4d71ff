/**
 * What is kept for long and outside of threads: documents, pins of tools, profiles, secrets and
 * keys of the server.
 */
package io.awaken.store.jpa.document;
