package mockidp.junit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A user who types and clicks at the pages. */
final class Person {
    /** The one-time code that the pages always take. */
    private static final String RIGHT_CODE = "123456";

    private final MockIdPWorld world;
    private final Answers answers;
    private MockIdPWorld.User user;

    Person(MockIdPWorld world, MockIdPWorld.User user, Answers answers) {
        this.world = world;
        this.user = user;
        this.answers = answers;
    }

    /** What is sent with a form of the sign-in. */
    Map<String, String> fill(Html.Form form) {
        Map<String, String> fields = form.hidden();
        for (String action : leaving()) {
            if (form.hasButton("action", action)) {
                fields.put("action", action);
                return fields;
            }
        }
        String named = form.control("loginfmt").getOrDefault("value", "");
        // A page that asks for a password says whose.
        world.users().stream().filter(one -> one.name.equalsIgnoreCase(named)).findFirst().ifPresent(one -> user = one);
        if (!form.control("account").isEmpty()) {
            form.controls.stream().filter(one -> "account".equals(one.get("name")) && user.name.equalsIgnoreCase(one.get("data-test-id"))).findFirst()
                .ifPresentOrElse(one -> fields.put("account", one.get("value")), () -> fields.put("action", "other"));
            return fields;
        }
        String password = answers.password == null ? user.password : answers.password;
        Map<String, String> typed = new LinkedHashMap<>();
        typed.put("loginfmt", named.isEmpty() ? user.name : named);
        typed.put("username", user.name); // of a customer
        typed.put("passwd", password);
        typed.put("otc", answers.says("mfa", "fail") ? "000000" : RIGHT_CODE);
        typed.put("currentPassword", password);
        typed.put("newPassword", answers.newPassword);
        typed.put("confirmNewPassword", answers.newPassword);
        typed.forEach((field, text) -> {
            Map<String, String> control = form.control(field);
            if (!control.isEmpty() && !"hidden".equals(control.get("type"))) {
                fields.put(field, text);
            }
        });
        return fields;
    }

    private List<String> leaving() {
        if (answers.says("cancel", true)) {
            return List.of("cancel", "decline");
        }
        return answers.says("consent", "decline") ? List.of("decline") : List.of();
    }
}
