/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The layers of ARCHITECTURE.md: each package lists all it may use of Tern; nothing points upwards. */
@AnalyzeClasses(
        packages = {"mpi", "dev.tern"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ERROR = "dev.tern.error..";
    private static final String CONFIG = "dev.tern.config..";
    private static final String OS = "dev.tern.os..";
    private static final String DATATYPE = "dev.tern.datatype..";
    private static final String TRANSPORT = "dev.tern.transport..";
    private static final String BOOT = "dev.tern.boot..";
    private static final String MATCH = "dev.tern.match..";
    private static final String COLL = "dev.tern.coll..";
    private static final String ENGINE = "dev.tern.engine..";
    private static final String LAUNCH = "dev.tern.launch..";
    private static final String API = "mpi..";

    @ArchTest
    static final ArchRule ERRORS_USE_NOTHING = layer(ERROR);

    @ArchTest
    static final ArchRule CONFIG_IS_A_LEAF = layer(CONFIG, ERROR);

    @ArchTest
    static final ArchRule OS_USES_NOTHING = layer(OS);

    @ArchTest
    static final ArchRule DATATYPES = layer(DATATYPE, ERROR);

    @ArchTest
    static final ArchRule TRANSPORTS = layer(TRANSPORT, ERROR, CONFIG, OS, DATATYPE);

    @ArchTest
    static final ArchRule BOOT_USES_THE_SYSTEM = layer(BOOT, ERROR, CONFIG, OS);

    @ArchTest
    static final ArchRule MATCHING = layer(MATCH, ERROR, CONFIG, DATATYPE, TRANSPORT);

    @ArchTest
    static final ArchRule COLLECTIVES = layer(COLL, ERROR, CONFIG, DATATYPE);

    @ArchTest
    static final ArchRule ENGINES = layer(ENGINE, ERROR, CONFIG, OS, DATATYPE, TRANSPORT, BOOT, MATCH, COLL);

    @ArchTest
    static final ArchRule NOTHING_BELOW_USES_THE_API = noClasses()
            .that()
            .resideInAnyPackage(ERROR, CONFIG, OS, DATATYPE, TRANSPORT, BOOT, MATCH, COLL, ENGINE, LAUNCH)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(API);

    @ArchTest
    static final ArchRule LAUNCHER_USES_PARAMETERS_AND_THE_SYSTEM_ONLY = layer(LAUNCH, CONFIG, OS);

    /** Programs are written for the API, so the benchmarks would measure another MPI for Java just as well. */
    @ArchTest
    static final ArchRule PROGRAMS_USE_THE_API_ONLY = noClasses()
            .that()
            .resideInAnyPackage("dev.tern.bench..", "dev.tern.examples..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ERROR, CONFIG, OS, DATATYPE, TRANSPORT, BOOT, MATCH, COLL, ENGINE, LAUNCH);

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("dev.tern.(*)..").should().beFreeOfCycles();

    /** One JVM must be able to hold many ranks: what is static below the API never changes. */
    @ArchTest
    static final ArchRule NO_STATIC_STATE = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat(
                    resideInAnyPackage(ERROR, CONFIG, OS, DATATYPE, TRANSPORT, BOOT, MATCH, COLL, ENGINE))
            .should(holdNoState())
            .allowEmptyShould(true);

    /** Classes of a package may use their own package, those named, and everything that is not Tern's. */
    private static ArchRule layer(String name, String... below) {
        List<String> allowed = new ArrayList<>(Arrays.asList(below));
        allowed.add(name);
        return classes()
                .that()
                .resideInAPackage(name)
                .should(useOfTernOnly(allowed))
                .allowEmptyShould(true);
    }

    private static ArchCondition<JavaClass> useOfTernOnly(List<String> allowed) {
        var tern = resideInAnyPackage("dev.tern..", API);
        var fine = resideInAnyPackage(allowed.toArray(String[]::new));
        return new ArchCondition<>("use of Tern only " + allowed) {
            @Override
            public void check(JavaClass user, ConditionEvents events) {
                user.getDirectDependenciesFromSelf().stream()
                        .filter(use -> tern.test(use.getTargetClass().getBaseComponentType())
                                && !fine.test(use.getTargetClass().getBaseComponentType()))
                        .forEach(use -> events.add(violated(user, use.getDescription())));
            }
        };
    }

    /** Final, and of a type that cannot change; a private table of constants may be an array or a map. */
    private static ArchCondition<JavaField> holdNoState() {
        return new ArchCondition<>("be final and immutable") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                boolean isFinal = field.getModifiers().contains(JavaModifier.FINAL);
                boolean isPrivate = field.getModifiers().contains(JavaModifier.PRIVATE);
                JavaClass type = field.getRawType();
                boolean table =
                        type.isArray() || type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
                boolean mutable = (table && !isPrivate)
                        || type.isAssignableTo(ThreadLocal.class)
                        || type.getPackageName().equals("java.util.concurrent.atomic");
                if ((!isFinal || mutable) && !field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
                    events.add(violated(field, field.getFullName() + " is static state"));
                }
            }
        };
    }
}
