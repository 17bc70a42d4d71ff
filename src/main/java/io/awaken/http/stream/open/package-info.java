/**
 * The streams of this node: opens them within their quotas, resumes reconnecting readers, restores
 * the state of their encoders, and ends all streams when the node drains.
 */
package io.awaken.http.stream.open;
