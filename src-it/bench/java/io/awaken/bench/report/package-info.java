/** Processor time, memory, and the table that is printed and written at the end. */
package io.awaken.bench.report;
