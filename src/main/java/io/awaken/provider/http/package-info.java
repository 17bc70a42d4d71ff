/**
 * What model wires over HTTP share: endpoint and credentials of a provider, one streamed call from
 * request to result, limits, failures and their kinds. A wire adds its request document, the
 * meaning of its events and of its error documents ({@link io.awaken.provider.http.ModelWire}).
 */
package io.awaken.provider.http;
