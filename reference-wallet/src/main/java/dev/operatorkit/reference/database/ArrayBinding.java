package dev.operatorkit.reference.database;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.jooq.BindingGetResultSetContext;
import org.jooq.BindingSQLContext;
import org.jooq.BindingSetStatementContext;
import org.jooq.Converter;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.impl.AbstractBinding;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * Binds a whole column of values as one parameter, so that a batch of any size is one statement with one plan.
 *
 * <p>The array goes to the driver unchanged, since jOOQ would render it as text, and is cast with the only type name that both
 * databases accept.
 */
final class ArrayBinding<T> extends AbstractBinding<T[], T[]> {
    private static final long serialVersionUID = 1L;

    private static final DataType<String[]> TEXTS =
            SQLDataType.VARCHAR.array().asConvertedDataType(new ArrayBinding<>("varchar", String[].class));
    private final String elementType;
    private final Class<T[]> type;

    private ArrayBinding(String elementType, Class<T[]> type) {
        this.elementType = elementType;
        this.type = type;
    }

    static Field<String[]> texts(String[] values) {
        return DSL.val(values, TEXTS);
    }

    @Override
    public Converter<T[], T[]> converter() {
        return Converter.of(type, type, values -> values, values -> values);
    }

    @Override
    public void sql(BindingSQLContext<T[]> context) {
        context.render().sql("cast(").sql(context.variable()).sql(" as " + elementType + " array)");
    }

    @Override
    public void set(BindingSetStatementContext<T[]> context) throws SQLException {
        context.statement().setObject(context.index(), context.value());
    }

    @Override
    public void get(BindingGetResultSetContext<T[]> context) throws SQLException {
        throw new SQLFeatureNotSupportedException("array parameters cannot be read back");
    }
}
