/**
 * What operators and callers do about the services that runs depend on: ask providers of models,
 * approve tools of MCP servers, and grant access to these servers. Implemented in the composition
 * root.
 */
package io.awaken.http.submit.upstream;
