package dev.operatorkit.reference.database;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Collection;
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
final class ArrayBinding extends AbstractBinding<String[], String[]> {
    private static final long serialVersionUID = 1L;

    private static final DataType<String[]> TEXTS = SQLDataType.VARCHAR.array().asConvertedDataType(new ArrayBinding());

    static Field<String[]> texts(Collection<String> values) {
        return DSL.val(values.toArray(String[]::new), TEXTS);
    }

    @Override
    public Converter<String[], String[]> converter() {
        return Converter.of(String[].class, String[].class, values -> values, values -> values);
    }

    @Override
    public void sql(BindingSQLContext<String[]> context) {
        context.render().sql("cast(").sql(context.variable()).sql(" as varchar array)");
    }

    @Override
    public void set(BindingSetStatementContext<String[]> context) throws SQLException {
        context.statement().setObject(context.index(), context.value());
    }

    @Override
    public void get(BindingGetResultSetContext<String[]> context) throws SQLException {
        throw new SQLFeatureNotSupportedException("array parameters cannot be read back");
    }
}
