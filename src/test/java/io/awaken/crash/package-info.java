/**
 * A process is killed at every named boundary of a tool round, at moments around it, or at any, and
 * another node goes on with its runs (failures F01-F11, F43). The tools and the model's counter
 * live in the process that is not killed.
 */
package io.awaken.crash;
