package dev.operatorkit.reference.backoffice;

/**
 * A game as the catalogue page shows it.
 *
 * @param picture the address of its artwork; empty when there is none
 * @param restricted countries, in one line
 */
public record CatalogueGame(
        String slug, String name, String picture, boolean available, boolean freeRound, String restricted) {}
