package dev.operatorkit.reference.store;

import dev.operatorkit.reference.TestDatabase;

class PostingsOnPostgresTest extends JooqPostingsContract {
    PostingsOnPostgresTest() {
        super(TestDatabase.address(TestDatabase.POSTGRES.freshUrl()));
    }
}
