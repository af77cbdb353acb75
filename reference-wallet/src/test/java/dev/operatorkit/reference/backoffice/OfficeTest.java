package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs one wallet with a back office for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OfficeTest {
    private final TestDatabase kind;
    Path folder;
    Office office;
    WalletUnderTest wallet;
    Visitor admin;

    OfficeTest(TestDatabase kind) {
        this.kind = kind;
    }

    /** Returns the base URL of the Customer API, which most tests need only for its forms. */
    String provider() {
        return "http://127.0.0.1:1";
    }

    @BeforeAll
    void open(@TempDir Path temporary) {
        folder = temporary;
        office = new Office(kind.freshUrl(), folder, provider());
        wallet = office.wallet;
        admin = office.admin();
    }

    @AfterAll
    void close() {
        office.close();
    }
}
