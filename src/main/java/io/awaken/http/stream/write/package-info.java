/**
 * Writes frames to a suspended response. The container pulls; a stream occupies no thread. Where
 * the frames come from is behind {@link io.awaken.http.stream.write.FrameSource}.
 */
package io.awaken.http.stream.write;
