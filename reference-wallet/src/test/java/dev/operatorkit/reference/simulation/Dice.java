package dev.operatorkit.reference.simulation;

/**
 * Draws numbers that depend only on the seed and on what they are drawn for: leaving out a step of a plan changes no
 * draw of the others.
 *
 * @param seed the seed
 */
record Dice(long seed) {
    /** Returns a number from 0 to {@code bound - 1}. */
    long draw(long bound, String what) {
        var hash = 0xcbf29ce484222325L ^ seed * 0x9e3779b97f4a7c15L;
        for (var i = 0; i < what.length(); i++) {
            hash = (hash ^ what.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(hash ^ (hash >>> 31), bound);
    }

    /** Returns true in this share of all draws. */
    boolean isHit(int percent, String what) {
        return draw(100, what) < percent;
    }
}
