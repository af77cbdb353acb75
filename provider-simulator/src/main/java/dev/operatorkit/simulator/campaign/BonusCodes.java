package dev.operatorkit.simulator.campaign;

import static dev.operatorkit.simulator.campaign.Tables.BONUS_CODE;
import static dev.operatorkit.simulator.campaign.Tables.BONUS_CODE_FIELDS;
import static dev.operatorkit.simulator.campaign.Tables.CAMPAIGN_CODE;
import static dev.operatorkit.simulator.campaign.Tables.CODE;
import static dev.operatorkit.simulator.campaign.Tables.CREATED_AT;
import static dev.operatorkit.simulator.campaign.Tables.CURRENCY;
import static dev.operatorkit.simulator.campaign.Tables.MAX_ROUNDS;
import static dev.operatorkit.simulator.campaign.Tables.OPERATOR;
import static dev.operatorkit.simulator.campaign.Tables.ROUNDS_TAKEN;
import static dev.operatorkit.simulator.campaign.Tables.USER_ID;

import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.database.Transaction;
import dev.operatorkit.simulator.operator.OperatorSettings.CodeCollisions;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.wire.BonusCode;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SelectConditionStep;
import org.jooq.exception.IntegrityConstraintViolationException;

/** Stores the bonus codes and the rounds taken from them. */
public final class BonusCodes {
    private final Database database;
    private final Clock clock;

    /** Creates the store, after {@link Campaigns}. The clock decides on campaign windows (BON-6). */
    public BonusCodes(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Creates a code for one player and refuses a taken name. */
    public StoredCode create(String operator, BonusCode terms) {
        return create(operator, terms, CodeCollisions.REFUSE);
    }

    /**
     * Creates a code for one player, or throws a {@link RefusedException} with the reason (BON-3, BON-5, D-6). The window may
     * be past (BON-6). Where collisions are allowed, the newest code of a name counts.
     */
    public StoredCode create(String operator, BonusCode terms, CodeCollisions collisions) {
        var campaign = Campaigns.find(database.reading(), operator, terms.campaignCode())
                .filter(found -> !found.isDisabled())
                .orElseThrow(() -> new RefusedException("There is no campaign '" + terms.campaignCode() + "'.", true));
        if (!campaign.terms().amount().currency().equals(terms.currencyCode())) {
            throw new RefusedException("currencyCode: the campaign is in "
                    + campaign.terms().amount().currency() + ", not in " + terms.currencyCode());
        }
        if (terms.maxRounds().isEmpty() && campaign.terms().maxRounds().isEmpty()) {
            throw new RefusedException("maxRounds: set it on the campaign or on the code");
        }
        var code = new StoredCode(terms, campaign, 0, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        try {
            insert(database.sql(), operator, code);
        } catch (IntegrityConstraintViolationException e) {
            if (collisions == CodeCollisions.REFUSE) {
                throw new RefusedException("bonusCode: the code '" + terms.bonusCode() + "' already exists");
            }
            database.sql().transaction(tx -> {
                tx.dsl()
                        .deleteFrom(BONUS_CODE)
                        .where(OPERATOR.eq(operator), CODE.eq(terms.bonusCode()))
                        .execute();
                insert(tx.dsl(), operator, code);
            });
        }
        return code;
    }

    private static void insert(DSLContext sql, String operator, StoredCode code) {
        var terms = code.terms();
        sql.insertInto(BONUS_CODE)
                .set(OPERATOR, operator)
                .set(CODE, terms.bonusCode())
                .set(CAMPAIGN_CODE, terms.campaignCode())
                .set(USER_ID, terms.userId())
                .set(CURRENCY, terms.currencyCode().code())
                .set(MAX_ROUNDS, terms.maxRounds())
                .set(CREATED_AT, code.createdAt())
                .execute();
    }

    public Optional<StoredCode> find(String operator, String bonusCode) {
        return select(database.reading(), operator, CODE.eq(bonusCode))
                .fetchOptional(row -> withCampaign(database.reading(), operator, row));
    }

    public List<StoredCode> findByCampaign(String operator, String campaignCode) {
        return select(database.reading(), operator, CAMPAIGN_CODE.eq(campaignCode))
                .orderBy(CREATED_AT.desc(), CODE.asc())
                .fetch(row -> withCampaign(database.reading(), operator, row));
    }

    /** Returns the codes that a player can redeem in a game now, oldest first. */
    public List<StoredCode> redeemable(PlayerSession player) {
        var operator = player.operator();
        var codes = select(database.reading(), operator, USER_ID.eq(player.accountId()))
                .orderBy(CREATED_AT.asc(), CODE.asc())
                .fetch(row -> withCampaign(database.reading(), operator, row));
        return codes.stream()
                .filter(code -> code.refusal(player, clock.instant()).isEmpty())
                .toList();
    }

    /**
     * Takes one round from a code, or throws a {@link RefusedException} with the reason. Runs in the caller's transaction, together
     * with the debit that it stores, so that a round is neither lost nor played twice.
     */
    public Bet.Free take(Transaction transaction, PlayerSession player, String bonusCode) {
        var sql = transaction.sql();
        var operator = player.operator();
        var code = select(sql, operator, CODE.eq(bonusCode))
                .forUpdate()
                .fetchOptional(row -> withCampaign(sql, operator, row))
                .orElseThrow(() -> new RefusedException("There is no bonus code '" + bonusCode + "'."));
        code.refusal(player, clock.instant()).ifPresent(reason -> {
            throw new RefusedException(reason);
        });
        sql.update(BONUS_CODE)
                .set(ROUNDS_TAKEN, ROUNDS_TAKEN.plus(1))
                .where(OPERATOR.eq(operator), CODE.eq(bonusCode))
                .execute();
        return new Bet.Free(code.terms().campaignCode(), code.campaign().terms().amount(), bonusCode);
    }

    /** Returns a round to its code after a refusal or rollback, since nothing was played (DEL-3, D-31, D-57). */
    public void giveBack(Transaction transaction, String operator, String bonusCode) {
        transaction
                .sql()
                .update(BONUS_CODE)
                .set(ROUNDS_TAKEN, ROUNDS_TAKEN.minus(1))
                // A newer code with the same name may have no taken round to return (D-6).
                .where(OPERATOR.eq(operator), CODE.eq(bonusCode), ROUNDS_TAKEN.gt(0))
                .execute();
    }

    /** Returns the round of a reverted bet to its code, since it was not played (D-57). */
    public void giveBack(Transaction transaction, GameRound reverted) {
        var free = reverted.bet().free();
        if (free != null && free.bonusCode() != null) {
            giveBack(transaction, reverted.operator(), free.bonusCode());
        }
    }

    private static SelectConditionStep<Record> select(DSLContext sql, String operator, Condition condition) {
        return sql.select(BONUS_CODE_FIELDS).from(BONUS_CODE).where(OPERATOR.eq(operator), condition);
    }

    private static StoredCode withCampaign(DSLContext sql, String operator, Record row) {
        var campaign = Campaigns.find(sql, operator, row.get(CAMPAIGN_CODE)).orElseThrow();
        return StoredCode.of(row, campaign);
    }
}
