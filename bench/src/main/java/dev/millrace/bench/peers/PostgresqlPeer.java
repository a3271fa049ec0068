package dev.millrace.bench.peers;

import dev.millrace.bench.load.Contender.Setting;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** PostgreSQL, with a table of tasks. It doesn't run as root, so root starts it as its own user. */
final class PostgresqlPeer implements Peer {
  private static final String USER = "postgres";

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public String debianPackage() {
    return "postgresql";
  }

  @Override
  public Optional<Program> find() throws IOException {
    var path =
        Program.last(Path.of("/usr/lib/postgresql"), 3, "/usr/lib/postgresql/*/bin/postgres");
    return path.isEmpty() ? Optional.empty() : Program.of(path.get(), "--version");
  }

  /** Its own default is to sync; without is what the others do by default. */
  @Override
  public String words(Setting setting) {
    return "SELECT … FOR UPDATE SKIP LOCKED, synchronous_commit " + commit(setting);
  }

  private static String commit(Setting setting) {
    return setting == Setting.FSYNC ? "on" : "off";
  }

  @Override
  public Command command(Program program, Path folder, int port, Setting setting)
      throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    var asUser = new ArrayList<String>();
    if (Files.getOwner(data).getName().equals("root")) {
      give(folder, data);
      asUser.addAll(List.of("setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"));
    }
    var init = new ArrayList<>(asUser);
    init.add(program.path().resolveSibling("initdb").toString());
    init.addAll(List.of("--auth=trust", "--username=" + USER, "--no-sync", "-D", data.toString()));
    String said = Program.output(init);
    if (!Files.exists(data.resolve("PG_VERSION"))) {
      throw new IOException("no database: " + said);
    }
    var words = new ArrayList<>(asUser);
    words.addAll(List.of(program.path().toString(), "-D", data.toString()));
    List.of(
            "listen_addresses=127.0.0.1",
            "port=" + port,
            "unix_socket_directories=" + data,
            "max_connections=120",
            "shared_buffers=1GB",
            "max_wal_size=4GB",
            "autovacuum_naptime=10s",
            "synchronous_commit=" + commit(setting))
        .forEach(option -> words.addAll(List.of("-c", option)));
    return Command.of(words);
  }

  /** The folder and the one around it are ours and of this run; the user must get through them. */
  private static void give(Path folder, Path data) throws IOException {
    var user = FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(USER);
    Files.setOwner(data, user);
    for (Path path : List.of(folder, folder.toAbsolutePath().getParent())) {
      var permissions = Files.getPosixFilePermissions(path);
      if (permissions.add(PosixFilePermission.OTHERS_EXECUTE)) {
        Files.setPosixFilePermissions(path, permissions);
      }
    }
  }

  @Override
  public Link connect(int port, Setting setting) throws IOException, InterruptedException {
    return PostgresqlLink.open(port);
  }
}
