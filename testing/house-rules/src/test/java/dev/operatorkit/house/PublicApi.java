package dev.operatorkit.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists the public API of a module, the packages that its descriptor exports to everybody, as lines that can be compared. */
final class PublicApi {
    private PublicApi() {}

    /** Returns the published modules with a public API. */
    static List<String> modules() {
        return Modules.PUBLISHED.stream()
                .filter(module -> !packages(module).isEmpty())
                .toList();
    }

    static String of(String module) {
        var packages = packages(module);
        return Modules.product(List.of(module)).stream()
                .filter(type -> packages.contains(type.getPackageName()))
                .filter(PublicApi::visible)
                .sorted(Comparator.comparing(JavaClass::getName))
                .map(PublicApi::listing)
                .collect(Collectors.joining("\n"));
    }

    /** Returns the packages that a module exports to everybody; a module without a descriptor is a program. */
    static Set<String> packages(String module) {
        var descriptor =
                Modules.built(Modules.folder(module).resolve("target/classes")).resolve("module-info.class");
        if (!Files.exists(descriptor)) {
            return Set.of();
        }
        try (var in = Files.newInputStream(descriptor)) {
            return ModuleDescriptor.read(in).exports().stream()
                    .filter(exported -> !exported.isQualified())
                    .map(Exports::source)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean visible(JavaClass type) {
        return visible(type.getModifiers())
                && !type.isAnonymousClass()
                && type.getEnclosingClass().map(PublicApi::visible).orElse(true);
    }

    private static String listing(JavaClass type) {
        var parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                .map(PublicApi::written)
                .filter(Predicate.not("java.lang.Object"::equals))
                .sorted()
                .collect(Collectors.joining(", "));
        var members = type.getMembers().stream()
                .filter(member -> visible(member.getModifiers()))
                .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC))
                .map(member -> "    " + modifiers(member.getModifiers()) + written(member) + "\n")
                .sorted()
                .collect(Collectors.joining());
        return modifiers(type.getModifiers()) + kind(type) + " " + type.getName() + (parents.isEmpty() ? "" : " : ")
                + parents + "\n" + members;
    }

    private static String kind(JavaClass type) {
        if (type.isAnnotation()) {
            return "@interface";
        }
        if (type.isInterface()) {
            return "interface";
        }
        if (type.isEnum()) {
            return "enum";
        }
        return type.isRecord() ? "record" : "class";
    }

    private static String written(JavaMember member) {
        if (!(member instanceof JavaCodeUnit code)) {
            return member.getName();
        }
        var parameters =
                code.getParameterTypes().stream().map(PublicApi::written).collect(Collectors.joining(", ", "(", ")"));
        var thrown = code.getExceptionTypes().stream()
                .map(JavaClass::getName)
                .sorted()
                .collect(Collectors.joining(", "));
        return written(code.getReturnType()) + " " + code.getName() + parameters
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String written(JavaType type) {
        return type instanceof JavaParameterizedType generic
                ? generic.toErasure().getName()
                        + generic.getActualTypeArguments().stream()
                                .map(PublicApi::written)
                                .collect(Collectors.joining(", ", "<", ">"))
                : type.getName();
    }

    private static String modifiers(Set<JavaModifier> modifiers) {
        return Stream.of(JavaModifier.PUBLIC, JavaModifier.PROTECTED, JavaModifier.ABSTRACT, JavaModifier.STATIC)
                .filter(modifiers::contains)
                .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + " ")
                .collect(Collectors.joining());
    }

    private static boolean visible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
