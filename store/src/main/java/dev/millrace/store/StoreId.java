package dev.millrace.store;

import java.util.regex.Pattern;

/**
 * What a store belongs to: a store beside another directory's journal would be silent loss.
 *
 * @param directory the id of the data directory, 1 to 64 letters and digits
 * @param slots fixed when the directory is made
 */
public record StoreId(String directory, int slots) {
  private static final Pattern FORM = Pattern.compile("[0-9A-Za-z]{1,64}");

  public StoreId {
    if (!FORM.matcher(directory).matches()) {
      throw new IllegalArgumentException("not an id of a data directory: " + directory);
    }
    if (slots < 1 || slots > RowName.SLOTS_MAX) {
      throw new IllegalArgumentException("not a number of slots: " + slots);
    }
  }
}
