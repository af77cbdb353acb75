package dev.operatorkit.benchmarks.wallet;

/** Performs the measured work for a few seconds at a time, taking turns with others. */
interface Contender {
    /** Returns the name in the tables. */
    String name();

    /** Runs one pass. Throws an exception if an answer was not 200, or if what is stored does not fit the answers. */
    Pass run() throws Exception;
}
