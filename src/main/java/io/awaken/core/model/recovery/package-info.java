/**
 * What follows when a streamed answer breaks off after pieces have arrived: four plans, chosen from
 * a snapshot of what came (features rows 1000-1002). Errors of calls that streamed nothing are the
 * affair of {@code core.model}.
 */
package io.awaken.core.model.recovery;
