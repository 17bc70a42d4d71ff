/**
 * Recovery of a streamed answer that is interrupted after pieces have arrived: four plans, chosen
 * from a snapshot of the received parts (features rows 1000-1002). {@code core.model} handles
 * failures of calls that streamed nothing.
 */
package io.awaken.core.model.recovery;
