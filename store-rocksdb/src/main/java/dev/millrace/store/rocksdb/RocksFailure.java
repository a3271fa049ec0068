package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Errors of RocksDB as ours. */
final class RocksFailure {
  private RocksFailure() {}

  static StoreException of(String attempted, RocksDBException e) {
    return new StoreException(problem(e.getStatus()), attempted + ": " + e.getMessage(), e);
  }

  /** An error while opening: files that are missing then were lost. */
  static StoreException onOpen(String attempted, RocksDBException e) {
    boolean lost =
        switch (problem(e.getStatus())) {
          case DAMAGED -> true;
          case FAILED -> isMissing(e);
          default -> false;
        };
    return lost
        ? new StoreException(Problem.DAMAGED, attempted + ": " + e.getMessage(), e)
        : of(attempted, e);
  }

  private static boolean isMissing(RocksDBException e) {
    var status = e.getStatus();
    return status != null
        && (status.getCode() == Status.Code.NotFound
            || status.getCode() == Status.Code.InvalidArgument
            || String.valueOf(e.getMessage()).contains("No such file"));
  }

  private static Problem problem(@Nullable Status status) {
    if (status == null) {
      return Problem.FAILED;
    }
    if (status.getSubCode() == Status.SubCode.NoSpace) {
      return Problem.FULL;
    }
    return status.getCode() == Status.Code.Corruption ? Problem.DAMAGED : Problem.FAILED;
  }
}
