package dev.operatorkit.reference.staff;

import dev.operatorkit.reference.TestDatabase;

class PostingsOnPostgresTest extends JooqPostingsContract {
    PostingsOnPostgresTest() {
        super(TestDatabase.address(TestDatabase.POSTGRES.freshUrl()));
    }
}
