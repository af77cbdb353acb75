import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.resolve.DirectoryCodeResolver;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.flywaydb.core.Flyway;
import org.jooq.codegen.GenerationTool;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;
import org.slf4j.LoggerFactory;

/** Generates Java sources from the migrations (jOOQ) and the pages (jte). The build runs it in a separate JVM. */
class GenerateSources {
    private static final String DATABASE =
            "jdbc:h2:mem:generate;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";

    public static void main(String[] args) throws Exception {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        var module = Path.of(args[0]);
        var generated = Path.of(args[1]);
        tables(module, generated.resolve("jooq"));
        pages(module, generated.resolve("jte"));
    }

    private static void tables(Path module, Path output) throws Exception {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        try (var keepsTheDatabase = DriverManager.getConnection(DATABASE)) {
            Flyway.configure()
                    .dataSource(DATABASE, "", "")
                    .locations("filesystem:" + module.resolve("src/main/resources/db/migration/h2"))
                    .load()
                    .migrate();
            GenerationTool.generate(new Configuration()
                    .withLogging(Logging.WARN)
                    .withJdbc(new Jdbc().withUrl(DATABASE))
                    .withGenerator(new Generator()
                            .withDatabase(new Database()
                                    .withName("org.jooq.meta.h2.H2Database")
                                    .withInputSchema("public")
                                    .withOutputSchemaToDefault(true)
                                    .withExcludes("flyway_schema_history"))
                            .withGenerate(new Generate().withRecords(true).withComments(false))
                            .withTarget(new Target()
                                    .withPackageName("dev.operatorkit.reference.schema")
                                    .withDirectory(output.toString()))));
        }
    }

    private static void pages(Path module, Path output) {
        var engine = TemplateEngine.create(
                new DirectoryCodeResolver(module.resolve("src/main/jte")),
                output,
                ContentType.Html,
                null,
                "dev.operatorkit.reference.backoffice.pages");
        engine.setTrimControlStructures(true);
        engine.generateAll();
    }
}
