/** Keeps e-mail addresses and card numbers from readers and from the store. */
package com.example.masking;
