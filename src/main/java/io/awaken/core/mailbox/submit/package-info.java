/** How a run is asked for: the request, and the one way in for all callers. */
package io.awaken.core.mailbox.submit;
