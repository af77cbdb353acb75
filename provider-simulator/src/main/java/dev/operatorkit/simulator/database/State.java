package dev.operatorkit.simulator.database;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;

/** Stores single values that survive a restart. */
public final class State {
    private static final Table<Record> STATE = table(name("simulator_state"));
    private static final Field<String> NAME = field(name("name"), String.class);
    private static final Field<String> CONTENT = field(name("content"), String.class);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Database database;

    public State(Database database) {
        this.database = database;
        database.create(State.class);
    }

    /** Returns the value of a name, if it was written. */
    public Optional<String> read(String name) {
        return database.reading()
                .select(CONTENT)
                .from(STATE)
                .where(NAME.eq(name))
                .fetchOptional(CONTENT);
    }

    /** Returns the JSON object of a name, or an empty one if it was not written. */
    public ObjectNode readObject(String name) {
        try {
            return (ObjectNode) JSON.readTree(read(name).orElse("{}"));
        } catch (JsonProcessingException | ClassCastException e) {
            throw new IllegalStateException("The stored value of '" + name + "' cannot be read.", e);
        }
    }

    /** Writes the value of a name and replaces an earlier one. */
    public void write(String name, String value) {
        database.sql().transaction(tx -> {
            tx.dsl().deleteFrom(STATE).where(NAME.eq(name)).execute();
            tx.dsl().insertInto(STATE, NAME, CONTENT).values(name, value).execute();
        });
    }
}
