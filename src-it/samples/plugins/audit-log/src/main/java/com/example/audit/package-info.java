/** Writes down which tools were called for whom, and how runs ended. */
package com.example.audit;
