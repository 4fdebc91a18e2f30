import com.sun.source.util.JavacTask;
import java.net.URI;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Parses the Java text on its input as javac does, and goes no further: libraries need not be there. */
public class Parse {
  public static void main(String[] arguments) throws Exception {
    String text = new String(System.in.readAllBytes(), "UTF-8");
    JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Sample.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, found, null, null, List.of(file));
    task.parse();
    found.getDiagnostics().forEach(System.err::println);
    System.exit(found.getDiagnostics().isEmpty() ? 0 : 1);
  }
}
