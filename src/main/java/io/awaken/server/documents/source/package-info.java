/**
 * Where documents lie: folders, the class path, and the configuration folder that is read again
 * when it changes. Knows files and their kinds, not what is in them.
 */
package io.awaken.server.documents.source;
