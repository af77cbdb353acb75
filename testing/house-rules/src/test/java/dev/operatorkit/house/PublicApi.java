package dev.operatorkit.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists the public API of a module as lines that can be compared. */
final class PublicApi {
    /** Exported to our own modules alone, as sdk-core's and the suite's module-info say. */
    private static final Set<String> NOT_EXPORTED = Set.of(
            "dev.operatorkit.json",
            "dev.operatorkit.conformance",
            "dev.operatorkit.conformance.cases",
            "dev.operatorkit.conformance.report",
            "dev.operatorkit.conformance.wire");

    private PublicApi() {}

    static String of(String module) {
        return of(module, type -> true);
    }

    /** Types of the simulator that operators use to start it, or get from its test kit; the rest is internal. */
    static String ofSimulatorAsLibrary() {
        var support = of("provider-simulator-testkit");
        return of(
                "provider-simulator",
                type -> type.getPackageName().equals("dev.operatorkit.simulator")
                        || Pattern.compile(Pattern.quote(type.getName()) + "\\b(?!\\$)")
                                .matcher(support)
                                .find());
    }

    private static String of(String module, Predicate<JavaClass> wanted) {
        return Modules.product(List.of(module)).stream()
                .filter(PublicApi::exported)
                .filter(wanted)
                .sorted(Comparator.comparing(JavaClass::getName))
                .map(PublicApi::listing)
                .collect(Collectors.joining("\n"));
    }

    private static boolean exported(JavaClass type) {
        var outer = type.getEnclosingClass();
        return visible(type.getModifiers())
                && !NOT_EXPORTED.contains(type.getPackageName())
                && !type.isAnonymousClass()
                && outer.map(PublicApi::exported).orElse(true);
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
