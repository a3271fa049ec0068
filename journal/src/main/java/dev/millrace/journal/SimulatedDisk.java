package dev.millrace.journal;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that fails on request. It keeps apart what is visible from what would survive a
 * crash, and forgets unsynced bytes by sectors of 512 bytes. Everything it does follows from the
 * calls and the random generator it is given. Not safe for several threads.
 */
public final class SimulatedDisk implements Disk {
  private final RandomGenerator random;
  private final FaultPlan faults = new FaultPlan();
  private SimulatedNames names = new SimulatedNames();
  private long capacityBytes = Long.MAX_VALUE;
  private int lives; // crashes so far; handles and locks of an earlier life are dead
  private int readers;
  private boolean locked;

  public SimulatedDisk(RandomGenerator random) {
    this.random = random;
  }

  /** A disk with the same files, all names synced, no faults planned and nothing locked. */
  public SimulatedDisk copy(RandomGenerator newRandom) {
    var copy = new SimulatedDisk(newRandom);
    copy.names = names.copy();
    copy.capacityBytes = capacityBytes;
    return copy;
  }

  /** The number of calls so far that could have failed. */
  public long calls() {
    return faults.calls();
  }

  /** Lets the call with this number fail, counted from 1 as by {@link #calls}. */
  public void failCall(long call, Fault fault) {
    faults.plan(call, fault);
  }

  /** Bounds the size of all files together. */
  public void limitCapacity(long bytes) {
    capacityBytes = bytes;
  }

  /** Stops the machine at once: every call fails until {@link #crash}. */
  public void stop() {
    faults.crash();
  }

  /** Ends the life of the process, or of the machine, and leaves the disk ready for the next. */
  public void crash(Crash crash) {
    lives++;
    locked = false;
    readers = 0;
    faults.clear();
    if (crash != Crash.PROCESS) {
      names.crash(choice(crash, names.unsyncedChanges()));
      for (var content : names.visible().values()) {
        content.keep(choice(crash, content.dirtySectors()));
        content.revert();
      }
    }
  }

  private IntPredicate choice(Crash crash, int changes) {
    return switch (crash) {
      case PROCESS, KEEP_UNSYNCED -> _ -> true;
      case LOSE_UNSYNCED -> _ -> false;
      case KEEP_SOME -> _ -> random.nextBoolean();
      case KEEP_PREFIX -> first(random.nextInt(changes + 1));
    };
  }

  /** True for as many calls as said. */
  private static IntPredicate first(int count) {
    var left = new int[] {count};
    return _ -> left[0]-- > 0;
  }

  /** Flips bits of a byte, on the platter too. */
  public void corrupt(String name, int offset, int mask) {
    existing(name).corrupt(offset, mask);
  }

  /** Cuts a file short, on the platter too. */
  public void truncate(String name, int bytes) {
    existing(name).truncate(bytes);
  }

  /** What a reader of the file would see. */
  public byte[] bytes(String name) {
    return existing(name).bytes();
  }

  @Override
  public String location() {
    return "simulated disk";
  }

  @Override
  public List<String> list() {
    faults.check("list");
    return List.copyOf(names.visible().keySet());
  }

  @Override
  public DiskFile create(String name) {
    faults.check("create " + name);
    if (names.visible().containsKey(name)) {
      throw new DiskException(DiskException.Kind.FAILED, name + " exists already", null);
    }
    var content = new SimulatedContent();
    names.create(name, content);
    return new SimulatedFile(name, content, false);
  }

  @Override
  public DiskFile open(String name) {
    faults.check("open " + name);
    return new SimulatedFile(name, existing(name), false);
  }

  @Override
  public DiskFile openReadOnly(String name) {
    faults.check("open " + name);
    return new SimulatedFile(name, existing(name), true);
  }

  private SimulatedContent existing(String name) {
    var content = names.visible().get(name);
    if (content == null) {
      throw new DiskException(DiskException.Kind.FAILED, name + " doesn't exist", null);
    }
    return content;
  }

  @Override
  public void rename(String source, String target) {
    faults.check("rename " + source);
    existing(source);
    names.rename(source, target);
  }

  @Override
  public void delete(String name) {
    faults.check("delete " + name);
    existing(name);
    names.delete(name);
  }

  @Override
  public void syncDirectory() {
    faults.check("sync directory");
    names.sync();
  }

  @Override
  public long usableBytes() {
    faults.check("measure");
    return Math.max(0, capacityBytes - usedBytes());
  }

  /** The size of all files together. */
  public long usedBytes() {
    return names.visible().values().stream().mapToLong(SimulatedContent::size).sum();
  }

  @Override
  public DiskLock lock(String name) {
    faults.check("lock " + name);
    if (locked || readers > 0) {
      throw new DataDirectoryException(Problem.IN_USE, "the simulated disk is in use");
    }
    if (!names.visible().containsKey(name)) {
      names.create(name, new SimulatedContent());
    }
    locked = true;
    int life = lives;
    return () -> locked &= life != lives;
  }

  @Override
  public DiskLock lockForReading(String name) {
    faults.check("lock " + name);
    if (locked) {
      throw new DataDirectoryException(Problem.IN_USE, "the simulated disk is in use");
    }
    readers++;
    int life = lives;
    return () -> readers -= life == lives ? 1 : 0;
  }

  @Override
  public void close() {}

  /** An open file, until the next crash. */
  private final class SimulatedFile implements DiskFile {
    private final String name;
    private final SimulatedContent content;
    private final boolean readOnly;
    private final int life = lives;
    private boolean closed;

    SimulatedFile(String name, SimulatedContent content, boolean readOnly) {
      this.name = name;
      this.content = content;
      this.readOnly = readOnly;
    }

    private @Nullable DiskException begin(String attempted) {
      if (life != lives) {
        throw new SimulatedCrash();
      }
      if (closed) {
        throw new DiskException(DiskException.Kind.FAILED, name + " is closed", null);
      }
      return faults.next(attempted + " " + name);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long size() {
      throwIf(begin("measure"));
      return content.size();
    }

    @Override
    public int read(ByteBuffer target, long position) {
      throwIf(begin("read"));
      return content.read(target, position);
    }

    @Override
    public void write(ByteBuffer source, long position) {
      var failure = begin("write");
      if (readOnly) {
        throw new DiskException(DiskException.Kind.FAILED, name + " is open for reading", null);
      }
      long growth = Math.max(0, position + source.remaining() - content.size());
      if (failure == null && growth > 0 && growth > capacityBytes - usedBytes()) {
        failure = new DiskException(DiskException.Kind.FULL, "write " + name + ": full", null);
      }
      int count = failure == null ? source.remaining() : partOf(source.remaining(), growth);
      content.write(source, count, position, random);
      throwIf(failure);
    }

    /** How much a failing write may write: it never uses more space than there is. */
    private int partOf(int bytes, long growth) {
      long spared = Math.max(0, growth - Math.max(0, capacityBytes - usedBytes()));
      return random.nextInt((int) (bytes - spared) + 1);
    }

    @Override
    public void sync() {
      var failure = begin("sync");
      if (failure == null) {
        content.sync();
      } else {
        content.failSync(random);
        throw failure;
      }
    }

    private static void throwIf(@Nullable DiskException failure) {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
