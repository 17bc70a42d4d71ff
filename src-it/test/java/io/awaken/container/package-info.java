/** Tests of the deployed archive that run unchanged on every server. */
package io.awaken.container;
