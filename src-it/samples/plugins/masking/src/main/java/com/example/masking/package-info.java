/** Masks e-mail addresses and card numbers for readers and in the store. */
package com.example.masking;
