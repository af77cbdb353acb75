package dev.operatorkit.conformance.wallets;

import dev.operatorkit.conformance.wallets.Mutation.Place;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Holds what every part of the {@link ConfigurableWallet} knows: the choices of a correct wallet, and the one defect, if any. */
abstract class WalletPart {
    final WalletVariants variants;
    final @Nullable Defect defect;

    WalletPart(WalletVariants variants, @Nullable Defect defect) {
        this.variants = variants;
        this.defect = defect;
    }

    final boolean is(Defect one) {
        return defect == one;
    }

    /** Returns true for one of these defects. */
    final boolean isAny(Defect... some) {
        return Arrays.asList(some).contains(defect);
    }

    /** Returns true for the defect of this kind of movement. */
    final boolean isOf(String kind, Defect debit, Defect credit, Defect rollback) {
        return is(kind.equals("debit") ? debit : kind.equals("credit") ? credit : rollback);
    }

    final String changed(Place place, String value) {
        return Defect.changed(defect, place, value);
    }

    final Reply refuse(String message) {
        return new Reply(variants.refusal(), null, message);
    }

    final Reply refuse(Place place, String message) {
        return new Reply(Defect.statusOf(defect, place, variants.refusal()), null, message);
    }
}
