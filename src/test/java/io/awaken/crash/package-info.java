/**
 * A process is killed at every named boundary of a tool round, and another node goes on with its
 * runs (quality F05-F09, F43). The tools and the model's counter live in the process that is not
 * killed.
 */
package io.awaken.crash;
