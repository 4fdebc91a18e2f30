import java.net.HttpURLConnection;
import java.net.URI;

/** Fetches a URL with what the environment says about trust and proxies, and prints status and body. */
public class Get {
  public static void main(String[] arguments) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) URI.create(arguments[0]).toURL().openConnection();
    connection.setConnectTimeout(20_000);
    connection.setReadTimeout(20_000);
    System.out.println(connection.getResponseCode());
    System.out.println(new String(connection.getInputStream().readAllBytes(), "UTF-8"));
  }
}
