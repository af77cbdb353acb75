package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.backoffice.Page.Listing;
import java.util.HashMap;
import java.util.Map;

/** Describes the response of a page or a form. */
sealed interface Reply permits RowList, Reply.Render, Reply.Redirect, Reply.RedirectWithSecret {
    /**
     * Renders a page with these parameters in addition to {@code page}.
     *
     * @param notice the action just completed; empty when there was none
     */
    record Render(String template, String title, String notice, Map<String, Object> content) implements Reply {
        Render withNotice(String action) {
            return new Render(template, title, action, content);
        }

        /** Adds a parameter of the template. */
        Render with(String name, Object value) {
            var more = new HashMap<>(content);
            more.put(name, value);
            return new Render(template, title, notice, more);
        }
    }

    /**
     * Redirects to another page.
     *
     * @param cookie the cookie of a new login; empty to keep the present one
     */
    record Redirect(String location, String cookie) implements Reply {}

    /**
     * Redirects to a page that shows a secret once: reloading that page sends no form again, and no address contains the secret.
     *
     * @param location the page, which asks {@link BackOffice#takeSecret} for the secret
     */
    record RedirectWithSecret(String location, String secret) implements Reply {}

    static Render page(String template, String title) {
        return new Render(template, title, "", Map.of());
    }

    static Reply listing(String title, Listing listing) {
        return page("listing", title).with("listing", listing);
    }

    static Reply redirect(String location) {
        return new Redirect(location, "");
    }
}
