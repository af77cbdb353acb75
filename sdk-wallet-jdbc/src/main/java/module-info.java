/** Provides a wallet store over JDBC. */
module dev.operatorkit.wallet.jdbc {
    requires transitive dev.operatorkit.wallet;
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.operatorkit.wallet.jdbc;
}
