import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Formats all Java files, or checks that they are formatted, unless none has changed since the last
 * check that passed. Run from the project's directory, with google-java-format on the class path:
 *
 * <pre>java -cp google-java-format.jar src/build/Format.java dry-run|replace TARGET</pre>
 */
final class Format {

  private static final List<Path> FOLDERS = List.of(Path.of("src"), Path.of("src-it"));
  private static final Set<String> NOT_OURS = Set.of("node_modules", "target");

  public static void main(String[] arguments) throws Exception {
    String mode = arguments[0];
    Path target = Path.of(arguments[1]);
    Path checked = target.resolve("java-files.checked");
    List<Path> files = files();
    if (mode.equals("dry-run") && isNewer(checked, files)) {
      return;
    }
    Path list = target.resolve("java-files.txt");
    Files.write(list, files.stream().map(Path::toString).toList());
    int changed =
        new Main(new PrintWriter(System.out, true), new PrintWriter(System.err, true), System.in)
            .format("--" + mode, "--set-exit-if-changed", "@" + list);
    if (changed == 0) {
      Files.write(checked, new byte[0]);
    }
    System.exit(changed);
  }

  /** Without those that npm and builds of samples have put there. */
  private static List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    for (Path folder : FOLDERS) {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes is) {
              return NOT_OURS.contains(visited.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
              if (file.toString().endsWith(".java")) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    }
    return files;
  }

  private static boolean isNewer(Path checked, List<Path> files) throws IOException {
    if (!Files.exists(checked)) {
      return false;
    }
    FileTime last = Files.getLastModifiedTime(checked);
    for (Path file : files) {
      if (Files.getLastModifiedTime(file).compareTo(last) > 0) {
        return false;
      }
    }
    return Files.getLastModifiedTime(Path.of("pom.xml")).compareTo(last) <= 0;
  }
}
