package dev.operatorkit.reference.backoffice;

/**
 * Describes a game for the catalogue page.
 *
 * @param picture the URL of its artwork; empty when it has none
 * @param restricted the restricted countries, joined by commas
 */
public record CatalogueGame(
        String slug, String name, String picture, boolean available, boolean freeRound, String restricted) {}
