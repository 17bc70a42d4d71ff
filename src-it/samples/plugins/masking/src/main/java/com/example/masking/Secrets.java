package com.example.masking;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds e-mail addresses and card numbers in texts. */
final class Secrets {

  /** Longer than any address or card number. */
  private static final int LONGEST = 320;

  private static final Pattern ADDRESS = Pattern.compile("[\\w.%+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+");
  private static final Pattern CARD = Pattern.compile("(?<!\\d)\\d(?:[ -]?\\d){12,18}(?!\\d)");

  /** The end of a text that may continue as an address or a card number. */
  private static final Pattern BEGINNING = Pattern.compile("(?:[\\w.%+@-]+|\\d[\\d -]*)$");

  private Secrets() {}

  static String masked(String text) {
    String clean = ADDRESS.matcher(text).replaceAll("[e-mail]");
    return CARD.matcher(clean).replaceAll(card -> hasCheckDigit(card.group()) ? "[card]" : "$0");
  }

  /** The number of characters at the end that may be the beginning of a secret. */
  static int unfinished(String text) {
    Matcher end = BEGINNING.matcher(text);
    return end.find() ? Math.min(end.end() - end.start(), LONGEST) : 0;
  }

  /** The Luhn check, which rejects most numbers that are not card numbers. */
  private static boolean hasCheckDigit(String number) {
    int sum = 0;
    boolean twice = false;
    for (int i = number.length() - 1; i >= 0; i--) {
      int digit = Character.digit(number.charAt(i), 10);
      if (digit >= 0) {
        int weighed = twice ? digit * 2 : digit;
        sum += weighed > 9 ? weighed - 9 : weighed;
        twice = !twice;
      }
    }
    return sum % 10 == 0;
  }
}
