/** IP addresses and blocks in text form; names are never resolved. */
package io.awaken.core.network;
