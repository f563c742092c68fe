/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Programs compiled for the Java API of Open MPI 5 must link against Tern. {@code ompi-java-api.txt} lists the public
 * types, constructors, methods and fields of that API, {@code ompi-java-api-subclasses.txt} what subclasses use, and
 * {@code api-missing.txt} what Tern does not have yet. That list may only shrink.
 */
class ApiSignaturesTest {

    @Test
    void whatIsMissingIsListedAndWhatIsListedIsMissing() {
        List<ApiMember> api =
                read("ompi-java-api.txt").stream().map(ApiMember::parse).toList();
        Set<String> missing = api.stream()
                .filter(member -> !member.exists())
                .map(ApiMember::line)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        summarize(api, missing);
        Set<String> listed = new LinkedHashSet<>(read("api-missing.txt"));
        assertThat(missing).as("missing, but not listed in api-missing.txt").isSubsetOf(listed);
        assertThat(listed).as("listed in api-missing.txt, but not missing").isSubsetOf(missing);
    }

    @Test
    void subclassesFindTheProtectedMembers() {
        assertThat(read("ompi-java-api-subclasses.txt").stream().map(ApiMember::parse))
                .allSatisfy(
                        member -> assertThat(member.exists()).as(member.line()).isTrue());
    }

    /** A constant with a value in the class file would be copied into the programs that use it. */
    @Test
    void constantsAreNotInlined() throws IOException {
        try (InputStream classFile = MPI.class.getResourceAsStream("MPI.class")) {
            List<FieldModel> constants = ClassFile.of().parse(classFile.readAllBytes()).fields().stream()
                    .filter(field -> field.flags().has(AccessFlag.PUBLIC))
                    .toList();
            assertThat(constants).hasSize(163);
            assertThat(constants.stream()
                            .filter(field -> field.findAttribute(Attributes.constantValue())
                                    .isPresent())
                            .map(field -> field.fieldName().stringValue()))
                    .isEmpty();
        }
    }

    private static void summarize(List<ApiMember> api, Set<String> missing) {
        TreeMap<String, Long> byType = api.stream()
                .filter(member -> missing.contains(member.line()))
                .collect(Collectors.groupingBy(ApiMember::owner, TreeMap::new, Collectors.counting()));
        System.out.println("API of Open MPI 5: " + (api.size() - missing.size()) + " of " + api.size()
                + " entries are there; missing by type: " + byType);
    }

    private static List<String> read(String resource) {
        InputStream stream = ApiSignaturesTest.class.getResourceAsStream(resource);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
