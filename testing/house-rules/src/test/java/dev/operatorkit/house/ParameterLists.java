package dev.operatorkit.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Counts the methods, constructors and records that take more arguments than a reader can tell apart. */
final class ParameterLists {
    private ParameterLists() {}

    /** Returns how many there are in each module that has any. */
    static Map<String, Integer> longerThan(int max, Stream<Path> sources) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var counts = new TreeMap<String, Integer>();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    null,
                    List.of("-proc:none"),
                    null,
                    files.getJavaFileObjectsFromPaths(sources.toList()));
            for (var unit : task.parse()) {
                var module =
                        Budget.module(Tree.relative(Path.of(unit.getSourceFile().toUri())));
                new TreeScanner<@Nullable Void, @Nullable Void>() {
                    @Override
                    public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                        count(method.getParameters().size());
                        return super.visitMethod(method, nothing);
                    }

                    @Override
                    public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                        if (type.getKind() == Kind.RECORD) {
                            count((int) type.getMembers().stream()
                                    .filter(ParameterLists::isComponent)
                                    .count());
                        }
                        return super.visitClass(type, nothing);
                    }

                    private void count(int parameters) {
                        if (parameters > max) {
                            counts.merge(module, 1, Integer::sum);
                        }
                    }
                }.scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return counts;
    }

    /** The parser makes a field of each component, and a record has no other fields of an instance. */
    private static boolean isComponent(com.sun.source.tree.Tree member) {
        return member instanceof VariableTree field
                && !field.getModifiers().getFlags().contains(Modifier.STATIC);
    }
}
