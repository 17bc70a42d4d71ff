/**
 * Threads, messages, runs and shared values as JSON files, to look into while one develops
 * (features row 165). Everything else - the queue, events, questions - is in memory; a run that is
 * not done when its process ends is not gone on with. {@link io.awaken.store.file.FileStores} is
 * the only way in.
 */
package io.awaken.store.file;
