package com.example.shop;

import java.time.LocalDate;

/**
 * The result of the order tool.
 *
 * @param orderId the number of the order
 * @param state such as {@code shipped}
 * @param delivery the expected date of delivery
 */
public record OrderStatus(String orderId, String state, LocalDate delivery) {}
