/** Questions of suspended calls: lists for a thread and for a tenant, and their decisions. */
package io.awaken.http.api.suspension;
