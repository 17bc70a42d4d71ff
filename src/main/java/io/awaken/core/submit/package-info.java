/** Submits runs: the request, and the entry point for all callers. */
package io.awaken.core.submit;
