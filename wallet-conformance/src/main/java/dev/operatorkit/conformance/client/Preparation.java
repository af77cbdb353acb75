package dev.operatorkit.conformance.client;

/** Describes the data that the service holds when a scenario begins. */
public sealed interface Preparation {
    /** Creates campaigns in EUR whose codes begin with a prefix. */
    record Campaigns(String prefix, int count) implements Preparation {}

    /** Creates one campaign in EUR. */
    record OneCampaign(String code) implements Preparation {}

    /** Switches a game off until the scenario ends. */
    record GameOff(String slug) implements Preparation {}
}
