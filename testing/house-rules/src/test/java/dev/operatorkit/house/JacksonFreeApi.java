package dev.operatorkit.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;

/** Rejects Jackson types in an exported API, so that operators can use another version of Jackson, or none. */
final class JacksonFreeApi extends ArchCondition<JavaClass> {
    /** Packages exported only to the modules of this project (see sdk-core's module-info). */
    private static final Set<String> NOT_EXPORTED = Set.of("dev.operatorkit.json");

    JacksonFreeApi() {
        super("show no Jackson type in public or protected members");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        if (!visible(type.getModifiers()) || NOT_EXPORTED.contains(type.getPackageName())) {
            return;
        }
        var supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        var members = type.getMembers().stream()
                .filter(member -> visible(member.getModifiers()))
                .flatMap(JacksonFreeApi::shown);
        Stream.concat(supertypes, members)
                .flatMap(shown -> shown.getAllInvolvedRawTypes().stream())
                .filter(shown -> shown.getPackageName().startsWith("com.fasterxml.jackson")
                        || shown.getPackageName().startsWith("tools.jackson"))
                .forEach(shown ->
                        events.add(SimpleConditionEvent.violated(type, type.getName() + " shows " + shown.getName())));
    }

    private static Stream<JavaType> shown(JavaMember member) {
        return member instanceof JavaCodeUnit code
                ? Stream.concat(
                        Stream.of(code.getReturnType()),
                        Stream.concat(code.getParameterTypes().stream(), code.getExceptionTypes().stream()))
                : member.getAllInvolvedRawTypes().stream().map(JavaType.class::cast);
    }

    private static boolean visible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
