package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.wire.Limits;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.common.parameters.Parameters;
import io.helidon.http.HttpMediaType;
import io.helidon.webserver.http.ServerRequest;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the fields of a submitted form.
 *
 * @param fields the values by field name
 */
record Form(Parameters fields) {
    private static final long MAX_BYTES = 65_536;
    private static final Pattern DECIMAL = Pattern.compile("-?+[0-9]++(?:[.][0-9]++)?+");
    private static final Pattern GROUPED = Pattern.compile(
            "[-" + Page.MINUS + "]?+[0-9]{1,3}+(?:" + Page.GROUP_SEPARATOR + "[0-9]{3})++(?:[.][0-9]++)?+");

    /** Reads the body, or says why it is not a form. */
    static Form read(ServerRequest request) {
        if (request.content().hasEntity() && request.headers().contentLength().orElse(Long.MAX_VALUE) > MAX_BYTES) {
            throw new IllegalArgumentException("The form has more than " + MAX_BYTES + " bytes, or no Content-Length.");
        }
        try {
            var type = request.headers().contentType().map(HttpMediaType::mediaType);
            if (type.filter(MediaTypes.APPLICATION_FORM_URLENCODED::equals).isPresent()
                    && request.content().hasEntity()) {
                return new Form(request.content().as(Parameters.class));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // a malformed type, or a percent sign without its two digits
        }
        throw new IllegalArgumentException(
                "The body is not a form of the type application/x-www-form-urlencoded, or a percent sign in it lacks"
                        + " its two digits.");
    }

    /** Returns the trimmed value, or an empty text when the field is missing. */
    String text(String name) {
        return storable(name, fields.first(name).orElse("").strip());
    }

    /** Returns a parameter of an address, or an empty text when it is missing. */
    static String query(ServerRequest request, String name) {
        return storable(name, request.query().first(name).orElse(""));
    }

    /** Returns a value, unless no database could have it. */
    private static String storable(String name, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(name + " contains the character U+0000. Remove it.");
        }
        return value;
    }

    /** Returns the value of a field with a password, which may begin or end with a blank. */
    String secret(String name) {
        return fields.first(name).orElse("");
    }

    /** Returns the trimmed value of a required field. */
    String required(String name) {
        var value = text(name);
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + " is missing. Fill it in.");
        }
        return value;
    }

    /** Returns the trimmed value of a field that may be empty but not missing. */
    String sent(String name) {
        if (!fields.contains(name)) {
            throw new IllegalArgumentException(name + " is missing. Send the whole form again.");
        }
        return text(name);
    }

    /** Returns the id of what the form is about, for the trail, which has an entry also for one that cannot be stored. */
    String subject() {
        return Stream.of("id", "code", "account", "name", "currency")
                .map(name -> Limits.toStorableText(fields.first(name).orElse("").strip()))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the reference of an adjustment. One that only looks like another would book it twice. */
    String reference() {
        var reference = required("reference");
        if (reference.codePoints().anyMatch(Form::isInvisible)) {
            throw new IllegalArgumentException(
                    "reference contains a character that cannot be seen, as copied text may. Type it.");
        }
        return reference;
    }

    private static boolean isInvisible(int character) {
        return Character.getType(character) == Character.FORMAT
                || (Character.isSpaceChar(character) && character != ' ');
    }

    /** Returns the reason of a change, which is required, as the database can store it. */
    String reason() {
        var reason = required("reason");
        if (reason.codePoints().noneMatch(Character::isLetterOrDigit)) {
            throw new IllegalArgumentException("reason has neither letters nor digits. Say why.");
        }
        return Limits.toStorableText(reason);
    }

    /** Returns the amount in a required field. The separator of the pages is allowed, so that an amount can be copied from one. */
    Money amount(String name, CurrencyCode currency) {
        var value = required(name);
        try {
            var decimal = GROUPED.matcher(value).matches() ? Page.ungrouped(value) : value.replace(Page.MINUS, "-");
            if (!DECIMAL.matcher(decimal).matches()) {
                // JSON's 1e3, and an amount of which a part was copied, are no amounts that a person means.
                throw new IllegalArgumentException("is not an amount");
            }
            return Amount.parse(decimal).toMoney(currency);
        } catch (IllegalArgumentException e) {
            // Amounts are never rounded (D-19).
            var example = new Money(150, currency).toPlainString();
            throw new IllegalArgumentException(
                    name + " '" + value + "' " + e.getMessage() + ". Go back and write it like " + example
                            + ": digits and a point, without plus sign, blank or comma. Nothing was changed.",
                    e);
        }
    }

    /** Returns the roles that are checked. */
    Set<Role> roles() {
        return Stream.of(Role.values()).filter(role -> isChecked(role.label())).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the number that a parameter or field has. */
    static long number(String name, String value) {
        if (!value.matches("\\d{1,18}")) {
            throw new IllegalArgumentException(name + " must be a whole number, not " + value);
        }
        return Long.parseLong(value);
    }

    /** Returns the version of an account that a person has ticked; 0 if the box is not ticked. */
    long seen() {
        return text("seen").isEmpty() ? 0 : number("seen", text("seen"));
    }

    /** Returns the integer in the field, if there is one. */
    OptionalInt number(String name) {
        var value = text(name);
        try {
            return value.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, not " + value, e);
        }
    }

    /** Returns the date in a required field. */
    LocalDate date(String name) {
        var value = required(name);
        try {
            return LocalDate.parse(value);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(name + " must be a date such as 2030-01-31, not " + value, e);
        }
    }

    boolean isChecked(String name) {
        return fields.contains(name);
    }
}
