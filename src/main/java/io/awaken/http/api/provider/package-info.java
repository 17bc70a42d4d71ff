/** For operators: whether model providers answer, and which models they offer. */
package io.awaken.http.api.provider;
