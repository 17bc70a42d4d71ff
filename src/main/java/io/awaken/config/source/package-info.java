/**
 * Locations of documents: folders, the class path, and the configuration folder, which is read
 * again when it changes. Handles files and their kinds, not their content.
 */
package io.awaken.config.source;
