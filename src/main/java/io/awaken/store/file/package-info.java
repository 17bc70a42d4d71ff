/**
 * Threads, messages, runs and shared values as JSON files, readable during development (features
 * row 165). The queue, events and suspensions are in memory; unfinished runs do not continue after
 * a restart. {@link io.awaken.store.file.FileStores} is the only entry point.
 */
package io.awaken.store.file;
