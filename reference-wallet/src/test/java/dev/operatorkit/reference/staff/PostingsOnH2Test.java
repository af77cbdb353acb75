package dev.operatorkit.reference.staff;

import dev.operatorkit.reference.TestDatabase;

class PostingsOnH2Test extends JooqPostingsContract {
    PostingsOnH2Test() {
        super(TestDatabase.address(TestDatabase.H2.freshUrl()));
    }
}
