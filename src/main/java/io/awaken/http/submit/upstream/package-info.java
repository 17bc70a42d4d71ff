/**
 * Operations on the services that runs depend on: test providers of models, approve tools of MCP
 * servers, and grant access to these servers. Implemented in the composition root.
 */
package io.awaken.http.submit.upstream;
