/** A tool that writes the shop's own table with Jakarta Persistence. */
package com.example.shop.stock;
