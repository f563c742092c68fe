/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static mpi.SingleRank.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SingleRank.class)
class DatatypeTest {

    @Test
    void extentsAreCountedInElementsOfTheBaseType() throws MPIException {
        Datatype vector = Datatype.createVector(3, 2, 4, MPI.DOUBLE);
        assertThat(vector.getExtent()).isEqualTo(10);
        assertThat(vector.getSize()).isEqualTo(6);
        assertThat(vector.getLb()).isZero();
        Datatype hvector = Datatype.createHVector(3, 2, 32, MPI.DOUBLE);
        assertThat(hvector.getExtent()).isEqualTo(10);
        Datatype resized = Datatype.createResized(vector, 8, 96);
        assertThat(resized.getLb()).isEqualTo(1);
        assertThat(resized.getExtent()).isEqualTo(12);
        assertThat(resized.getTrueLb()).isZero();
        assertThat(resized.getTrueExtent()).isEqualTo(10);
        Datatype struct =
                Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});
        assertThat(struct.getExtent()).isEqualTo(16);
        assertThat(struct.getSize()).isEqualTo(12);
    }

    @Test
    void predefinedTypes() throws MPIException {
        Map<Datatype, Integer> bytes =
                Map.of(MPI.BYTE, 1, MPI.CHAR, 2, MPI.SHORT, 2, MPI.BOOLEAN, 1, MPI.INT, 4, MPI.LONG, 8, MPI.FLOAT, 4);
        for (var entry : bytes.entrySet()) {
            assertThat(entry.getKey().map().size()).isEqualTo((long) entry.getValue());
            assertThat(entry.getKey().getExtent()).isEqualTo(1);
            assertThat(entry.getKey().isCommitted()).isTrue();
        }
        assertThat(MPI.DOUBLE_INT.getExtent()).isEqualTo(16);
        assertThat(MPI.DOUBLE_COMPLEX.getExtent()).isEqualTo(2);
        assertThat(MPI.INT.getName()).isEqualTo("MPI_INT");
        assertThat(MPI.DATATYPE_NULL.isNull()).isTrue();
        assertFails(MPI.ERR_TYPE, "MPI_INT is predefined", MPI.INT::free);
        assertFails(MPI.ERR_TYPE, "null", MPI.DATATYPE_NULL::getExtent);
    }

    @Test
    void lifeOfADerivedType() throws MPIException {
        Datatype type = Datatype.createContiguous(3, MPI.INT);
        assertThat(type.isCommitted()).isFalse();
        type.commit();
        type.setName("triple");
        Datatype copy = type.clone();
        assertThat(copy.isCommitted()).isTrue();
        assertThat(copy.getName()).isEmpty();
        Datatype outer = Datatype.createContiguous(2, type);
        type.free();
        assertThat(type.isNull()).isTrue();
        assertThat(copy.getSize()).isEqualTo(3);
        assertThat(outer.getSize()).isEqualTo(6);
        assertFails(MPI.ERR_TYPE, "Datatype.getExtent", type::getExtent);
        assertFails(MPI.ERR_TYPE, "Datatype.free", type::free);
        assertThatThrownBy(type::clone).isInstanceOf(RuntimeException.class).hasCauseInstanceOf(MPIException.class);
    }

    @Test
    void longNamesAreCut() throws MPIException {
        Datatype type = MPI.INT.dup();
        type.setName("x".repeat(100));
        assertThat(type.getName()).hasSize(MPI.MAX_OBJECT_NAME - 1);
        assertFails(MPI.ERR_ARG, "name is null", () -> type.setName(null));
    }

    @Test
    void badArguments() {
        assertFails(MPI.ERR_COUNT, "count -1 is negative", () -> Datatype.createContiguous(-1, MPI.INT));
        assertFails(MPI.ERR_COUNT, "block length -2", () -> Datatype.createVector(1, -2, 1, MPI.INT));
        assertFails(MPI.ERR_TYPE, "createVector", () -> Datatype.createVector(1, 2, 1, null));
        assertFails(
                MPI.ERR_ARG, "as many displacements", () -> Datatype.createIndexed(new int[2], new int[1], MPI.INT));
        assertFails(MPI.ERR_ARG, "createHIndexed", () -> Datatype.createHIndexed(null, new int[1], MPI.INT));
        assertFails(
                MPI.ERR_COUNT, "block length -1", () -> Datatype.createHIndexed(new int[] {-1}, new int[1], MPI.INT));
        assertFails(MPI.ERR_ARG, "as many types", () -> Datatype.createStruct(new int[2], new int[2], new Datatype[1]));
        assertFails(
                MPI.ERR_TYPE,
                "createStruct",
                () -> Datatype.createStruct(new int[1], new int[1], new Datatype[] {MPI.DATATYPE_NULL}));
    }

    @Test
    void extentsBeyondIntAreErrors() throws MPIException {
        Datatype big = Datatype.createContiguous(Integer.MAX_VALUE, MPI.BYTE);
        assertThat(big.getExtent()).isEqualTo(Integer.MAX_VALUE);
        Datatype bigger = Datatype.createContiguous(2, big);
        assertFails(MPI.ERR_TYPE, "exceeds the range of int", bigger::getExtent);
        Datatype huge = Datatype.createContiguous(Integer.MAX_VALUE, bigger);
        assertFails(MPI.ERR_ARG, "64 bits", () -> Datatype.createContiguous(3, huge));
    }
}
