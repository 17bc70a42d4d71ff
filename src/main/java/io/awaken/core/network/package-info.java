/** IP addresses and blocks of them as people write them; no name is ever looked up. */
package io.awaken.core.network;
