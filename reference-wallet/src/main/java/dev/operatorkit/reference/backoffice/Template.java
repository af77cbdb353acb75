package dev.operatorkit.reference.backoffice;

import java.util.Locale;

/** Names the templates of the pages, so that none is confused with a title. */
enum Template {
    AUDIT,
    CAMPAIGNS,
    CATALOGUE,
    DISABLE,
    LAUNCHED,
    LISTING,
    LOGIN,
    PASSWORD,
    PEOPLE,
    PERSON,
    PLAYER,
    PLAYERS,
    PROBLEM,
    REQUEST,
    ROUND,
    SEARCH,
    TRANSACTION;

    String file() {
        return name().toLowerCase(Locale.ROOT) + ".jte";
    }
}
