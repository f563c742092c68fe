/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static mpi.SingleRank.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SingleRank.class)
class OpTest {

    /** a + 2 b on the arrays of any numeric base type used here. */
    private static final class OnArrays extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
            for (int i = 0; i < count * datatype.getExtent(); i++) {
                switch (in) {
                    case byte[] a -> ((byte[]) inOut)[i] = (byte) (a[i] + 2 * ((byte[]) inOut)[i]);
                    case char[] a -> ((char[]) inOut)[i] = (char) (a[i] + 2 * ((char[]) inOut)[i]);
                    case short[] a -> ((short[]) inOut)[i] = (short) (a[i] + 2 * ((short[]) inOut)[i]);
                    case boolean[] a -> ((boolean[]) inOut)[i] |= a[i];
                    case int[] a -> ((int[]) inOut)[i] = a[i] + 2 * ((int[]) inOut)[i];
                    case long[] a -> ((long[]) inOut)[i] = a[i] + 2 * ((long[]) inOut)[i];
                    case float[] a -> ((float[]) inOut)[i] = a[i] + 2 * ((float[]) inOut)[i];
                    case double[] a -> ((double[]) inOut)[i] = a[i] + 2 * ((double[]) inOut)[i];
                    default -> throw new MPIException("unexpected " + in.getClass());
                }
            }
        }
    }

    @Test
    void userFunctionsOnArraysOfEveryType() throws MPIException {
        Op op = new Op(new OnArrays(), false);
        assertThat(op.isCommutative()).isFalse();
        assertThat(op.isNull()).isFalse();
        assertThat((byte[]) apply(op, new byte[] {1, 2}, new byte[] {3, 4}, MPI.BYTE))
                .containsExactly(7, 10);
        assertThat((char[]) apply(op, new char[] {1, 2}, new char[] {3, 4}, MPI.CHAR))
                .isEqualTo(new char[] {7, 10});
        assertThat((short[]) apply(op, new short[] {1, 2}, new short[] {3, 4}, MPI.SHORT))
                .containsExactly(7, 10);
        assertThat((int[]) apply(op, new int[] {1, 2}, new int[] {3, 4}, MPI.INT))
                .containsExactly(7, 10);
        assertThat((long[]) apply(op, new long[] {1, 2}, new long[] {3, 4}, MPI.LONG))
                .containsExactly(7, 10);
        assertThat((float[]) apply(op, new float[] {1, 2}, new float[] {3, 4}, MPI.FLOAT))
                .containsExactly(7, 10);
        assertThat((double[]) apply(op, new double[] {1, 2}, new double[] {3, 4}, MPI.DOUBLE))
                .containsExactly(7, 10);
        assertThat((boolean[]) apply(op, new boolean[] {true, false}, new boolean[2], MPI.BOOLEAN))
                .containsExactly(true, false);
    }

    private static Object apply(Op op, Object in, Object inOut, Datatype type) throws MPIException {
        Comm.reduceLocal(in, inOut, 2, type, op);
        return inOut;
    }

    @Test
    void userFunctionsOnBuffersSeeNativeOrder() throws MPIException {
        Op max = new Op(
                new UserFunction() {
                    @Override
                    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                        for (int i = 0; i < count; i++) {
                            inOut.putInt(4 * i, Math.max(in.getInt(4 * i), inOut.getInt(4 * i)));
                        }
                    }
                },
                true);
        assertThat((int[]) apply(max, new int[] {1, 70000}, new int[] {3, 4}, MPI.INT))
                .containsExactly(3, 70000);
    }

    @Test
    void userFunctionsOnDerivedTypesLeaveGapsAlone() throws MPIException {
        Datatype spread = Datatype.createResized(MPI.INT, 0, 8);
        spread.commit();
        Op sum = new Op(
                new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype datatype) {
                        for (int i = 0; i < 2 * count; i++) {
                            ((int[]) inOut)[i] += ((int[]) in)[i];
                        }
                    }
                },
                true);
        int[] inOut = {1, 77, 2, 77};
        Comm.reduceLocal(new int[] {10, 10, 10, 10}, inOut, 2, spread, sum);
        assertThat(inOut).containsExactly(11, 77, 12, 77);
    }

    @Test
    void failuresOfUserFunctions() {
        Op failing = new Op(
                new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
                        throw new MPIException("no way");
                    }
                },
                true);
        assertFails(MPI.ERR_OP, "no way", () -> apply(failing, new int[2], new int[2], MPI.INT));
        Op empty = new Op(new UserFunction() {}, true);
        assertThatThrownBy(() -> apply(empty, new int[2], new int[2], MPI.INT))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void predefinedOperations() throws MPIException {
        assertThat(MPI.SUM.isCommutative()).isTrue();
        assertThat(MPI.REPLACE.isCommutative()).isFalse();
        assertThat((int[]) apply(MPI.PROD, new int[] {2, 3}, new int[] {4, 5}, MPI.INT))
                .containsExactly(8, 15);
        assertFails(
                MPI.ERR_OP,
                "MPI.SUM is not defined for MPI_BOOLEAN",
                () -> apply(MPI.SUM, new boolean[2], new boolean[2], MPI.BOOLEAN));
        assertFails(MPI.ERR_OP, "MPI.SUM is predefined", MPI.SUM::free);
    }

    @Test
    void freedOperationsAreNull() throws MPIException {
        Op op = new Op(new OnArrays(), true);
        op.free();
        assertThat(op.isNull()).isTrue();
        assertFails(MPI.ERR_OP, "reduceLocal", () -> apply(op, new int[2], new int[2], MPI.INT));
        assertFails(MPI.ERR_OP, "Op.free", op::free);
    }
}
