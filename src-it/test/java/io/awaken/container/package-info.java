/** Tests of the deployed archive, the same on every server. */
package io.awaken.container;
