/** Breaks the recorded streams of every wire while whole runs read them. */
package io.awaken.provider.broken;
