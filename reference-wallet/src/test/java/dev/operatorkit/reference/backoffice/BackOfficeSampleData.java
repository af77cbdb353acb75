package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fills a wallet with data, so that no page is empty. */
final class BackOfficeSampleData {
    private static final int ROUNDS = 9;

    private BackOfficeSampleData() {}

    /** Plays rounds and creates campaigns as a logged-in user. Returns the path of every page by name. */
    static Map<String, String> fill(BackOfficeDriver backOffice) {
        play(backOffice.wallet);
        addPeople(backOffice);
        request(backOffice);
        campaign(backOffice, "autumn");
        campaign(backOffice, "a-campaign-with-a-long-name");
        backOffice.send("Disable a campaign", Map.of("Code of the campaign", "autumn"), "Disable permanently");
        backOffice.waitForNotice("disabled.");
        backOffice.page.navigate("/audit");
        backOffice.button("Run the audit").click();
        backOffice.waitForNotice("The ledger balances.");
        var pages = new LinkedHashMap<String, String>();
        pages.put("players", "/players");
        pages.put("player", "/player?id=player-1");
        pages.put("requests", "/requests");
        pages.put("request", "/request?id=1");
        pages.put("rounds", "/rounds");
        pages.put("round", "/round?account=player-1&id=7f3a2c1e-3");
        pages.put("transaction", "/transactions?id=4c1f77b0-5d63-4b0e-9d0c-3a1be2770003");
        pages.put("transactions", "/transactions");
        pages.put("callbacks", "/callbacks");
        pages.put("callbacks-none", "/callbacks?account=player-3");
        pages.put("audit", "/audit");
        pages.put("campaigns", "/campaigns");
        pages.put("people", "/people");
        pages.put("person", "/person?name=carl");
        pages.put("trail", "/trail");
        pages.put("password", "/password");
        pages.put("problem", "/player?id=absent");
        pages.put("unknown-page", "/nowhere");
        return pages;
    }

    private static void play(WalletUnderTest wallet) {
        for (var i = 1; i <= ROUNDS; i++) {
            var bet = "4c1f77b0-5d63-4b0e-9d0c-3a1be277000" + i;
            var round = "7f3a2c1e-" + i;
            wallet.send(
                    SignedCallback.debit(bet).round(round).player("player-1").stake("1.1" + i));
            if (i % 3 == 0) {
                wallet.send(SignedCallback.credit("win-" + i, bet)
                        .round(round)
                        .player("player-1")
                        .payout("2.50"));
            } else if (i % 3 == 1) {
                wallet.send(
                        SignedCallback.rollback("undo-" + i, bet).round(round).player("player-1"));
            }
        }
        wallet.send(SignedCallback.debit("too-much").player("player-1").stake("9999999"));
        wallet.send(HttpRequest.newBuilder(URI.create(wallet.address() + "/player?token=a&gameId=b"))
                .header("X-Svc-Timestamp", "17")
                .header("X-Svc-Signature", "nonsense")
                .build());
    }

    /** Adds people, and sets the amount above which the next adjustment needs two of them. */
    private static void addPeople(BackOfficeDriver backOffice) {
        for (var role : Map.of("carl", "cashier: ", "anna", "approver: ").entrySet()) {
            backOffice.addPerson(role.getKey(), role.getValue());
        }
        setApprovalAmount(backOffice);
    }

    static void setApprovalAmount(BackOfficeDriver backOffice) {
        backOffice.page.navigate("/people");
        backOffice.send(
                "Approval by a second person",
                Map.of("Amount one person may adjust per day (UTC)", "500"),
                "Save amount");
        backOffice.waitForNotice("Amount saved.");
    }

    private static void request(BackOfficeDriver backOffice) {
        backOffice.page.navigate("/player?id=player-1");
        backOffice.send(
                "Adjust the balance",
                Map.of("Amount in EUR (negative to deduct)", "-1500", "Reason", "chargeback 4711"),
                "Adjust balance");
        backOffice.waitForHeading("Request 1");
    }

    /** Creates a campaign with the form of the campaigns page. */
    static void campaign(BackOfficeDriver backOffice, String code) {
        backOffice.page.navigate("/campaigns");
        var campaign = Map.of(
                "Code", code,
                "Name", "Name of " + code,
                "Stake per round", "0.20",
                "Games (slugs, separated by commas)", "cherry-rush, amber-mine",
                "First day (UTC)", "2100-01-01",
                "Last day (UTC)", "2100-01-31",
                "Rounds per code (optional)", "10");
        backOffice.send("New campaign", campaign, "Create campaign");
        backOffice.waitForNotice("Campaign " + code + " created.");
    }
}
