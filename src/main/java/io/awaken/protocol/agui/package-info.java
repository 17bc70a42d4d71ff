/**
 * AG-UI 1.0 and 0.0.59: the routes below {@code /v1/ag-ui} and the handling of their requests
 * (features rows 176, 177, 239, 240).
 */
package io.awaken.protocol.agui;
