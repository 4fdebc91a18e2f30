package mockidp.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is written into a product by SCIM, as Entra's provisioning does it. */
final class Provisioning {
    private Provisioning() {}

    static List<Map<String, Object>> run(MockIdPWorld world, String app, String tenantUrl, String secretToken) {
        String path = "apps/" + MockIdPWorld.encoded(app);
        // The words of the scenario stay.
        Map<String, Object> settings = new LinkedHashMap<>(Json.object(Json.object(world.call("GET", path, null)).get("provisioning")));
        settings.remove("clientCredentials");
        settings.put("tenantUrl", tenantUrl);
        settings.put("secretToken", secretToken);
        world.call("PATCH", path, Map.of("provisioning", settings));
        return run(world, app);
    }

    static List<Map<String, Object>> run(MockIdPWorld world, String app) {
        Map<String, Object> report = Json.object(world.call("POST", "apps/" + MockIdPWorld.encoded(app) + "/provisioning/run", Map.of()));
        List<Map<String, Object>> entries = new ArrayList<>();
        Json.list(report.get("entries")).forEach(entry -> entries.add(Json.object(entry)));
        StringBuilder failed = new StringBuilder();
        if (report.containsKey("message")) {
            failed.append("\nthe cycle: ").append(report.get("code")).append(": ").append(report.get("message"));
        }
        entries.stream().filter(entry -> "failure".equals(entry.get("status"))).forEach(entry -> {
            failed.append('\n').append(entry.getOrDefault("action", "nothing")).append(' ').append(entry.get("source"));
            failed.append(": ").append(entry.get("code")).append(": ").append(entry.get("message"));
            Json.list(entry.get("reasons")).forEach(reason -> failed.append("\n  ").append(reason));
            Json.list(entry.get("requests")).forEach(request -> failed.append("\n  ").append(request));
        });
        if (failed.length() > 0) {
            throw new NotProvisioned(app + " was not provisioned." + failed);
        }
        return entries;
    }

    /** The aliases of the apps that are provisioned. */
    static List<String> apps(MockIdPWorld world) {
        return Json.list(Json.object(world.call("GET", "apps", null)).get("apps")).stream().map(Json::object)
            .filter(app -> Json.object(app.get("provisioning")).containsKey("tenantUrl"))
            .map(app -> Json.text(app.get("alias"))).collect(Collectors.toList());
    }
}
