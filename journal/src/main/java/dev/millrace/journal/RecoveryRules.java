package dev.millrace.journal;

/**
 * How suspicious recovery is. Only the simulator uses anything but {@link #STRICT}: it must notice
 * what goes wrong without them.
 *
 * @param verifyChecksums whether bytes with a wrong checksum are invalid
 * @param refuseDamage whether damage before the tail stops the opening, instead of being taken for
 *     a torn tail
 */
public record RecoveryRules(boolean verifyChecksums, boolean refuseDamage) {
  public static final RecoveryRules STRICT = new RecoveryRules(true, true);

  /** A seeded bug: believes every byte. */
  public static final RecoveryRules SKIP_CHECKSUMS = new RecoveryRules(false, true);

  /** A seeded bug: drops everything behind damage without a word. */
  public static final RecoveryRules DAMAGE_IS_TAIL = new RecoveryRules(true, false);
}
