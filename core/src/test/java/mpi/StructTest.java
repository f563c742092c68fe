/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SingleRank.class)
class StructTest {

    /** As programs write it: fields, an array, an inner structure, data of another type. */
    private static final class Particle extends Struct {
        private final int mass = addDouble();
        private final int position = addFloat(3);
        private final int id = addLong();
        private final int label = addChar(2);
        private final int flag = addByte();
        private final int kind = addShort();
        private final int best = addStruct(MPI.doubleInt);
        private final int phase = addData(MPI.FLOAT_COMPLEX, 2);

        Particle() throws MPIException {}

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            DoubleInt.Data best() {
                return getData(MPI.doubleInt, best);
            }

            FloatComplex phase(int index) throws MPIException {
                return FloatComplex.get(getBuffer(MPI.FLOAT_COMPLEX, phase, index));
            }

            void fill(int seed) throws MPIException {
                putDouble(mass, seed);
                putFloat(position, 2, seed + 0.5f);
                putLong(id, seed * 10L);
                putChar(label, 1, (char) ('a' + seed));
                putByte(flag, (byte) seed);
                putShort(kind, (short) -seed);
                best().putValue(seed * 2.0);
                best().putIndex(seed);
                phase(1).putImag(seed);
            }

            String read() throws MPIException {
                return getDouble(mass) + " " + getFloat(position, 2) + " " + getLong(id) + " " + getChar(label, 1) + " "
                        + getByte(flag) + " " + getShort(kind) + " " + best().getValue() + " "
                        + best().getIndex() + " " + phase(1).getImag();
            }
        }
    }

    @Test
    void fieldsOfOneElementDoNotTouchOthers() throws MPIException {
        Particle particle = new Particle();
        assertThat(particle.getExtent()).isEqualTo(8 + 12 + 8 + 4 + 1 + 2 + 16 + 16);
        byte[] array = new byte[3 * particle.getExtent()];
        ByteBuffer buffer = ByteBuffer.allocateDirect(array.length);
        for (int i = 0; i < 3; i++) {
            particle.<Particle.Data>getData(array, i).fill(i);
            particle.<Particle.Data>getData(buffer, i).fill(i + 3);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(particle.<Particle.Data>getData(array, i).read()).isEqualTo(expected(i));
            assertThat(particle.<Particle.Data>getData(buffer, i).read()).isEqualTo(expected(i + 3));
        }
        assertThat(particle.<Particle.Data>getData(array).getBuffer().capacity())
                .isEqualTo(particle.getExtent());
    }

    private static String expected(int seed) {
        return (double) seed + " " + (seed + 0.5f) + " " + seed * 10L + " " + (char) ('a' + seed) + " " + seed + " "
                + -seed + " " + seed * 2.0 + " " + seed + " " + (float) seed;
    }

    @Test
    void theDatatypeHasTheExtentOfTheStructure() throws MPIException {
        Particle particle = new Particle();
        Datatype type = particle.getType();
        assertThat(type.isCommitted()).isTrue();
        assertThat(type.getExtent()).isEqualTo(particle.getExtent());
        assertThat(particle.getType()).isSameAs(type);
        assertThatThrownBy(particle::addInt).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void pairsMatchTheirDatatypes() throws MPIException {
        assertThat(MPI.int2.getType()).isSameAs(MPI.INT2);
        assertThat(MPI.shortInt.getExtent()).isEqualTo(MPI.SHORT_INT.getExtent());
        assertThat(MPI.longInt.getExtent()).isEqualTo(MPI.LONG_INT.getExtent());
        assertThat(MPI.floatInt.getExtent()).isEqualTo(MPI.FLOAT_INT.getExtent());
        assertThat(MPI.doubleInt.getExtent()).isEqualTo(MPI.DOUBLE_INT.getExtent());
        ByteBuffer buffer = MPI.newByteBuffer(32);
        LongInt.Data pair = MPI.longInt.getData(buffer, 1);
        pair.putValue(1L << 40);
        pair.putIndex(9);
        assertThat(buffer.getLong(16)).isEqualTo(1L << 40);
        assertThat(buffer.getInt(24)).isEqualTo(9);
    }

    @Test
    void complexNumbersInAllBuffers() {
        double[] array = new double[6];
        DoubleComplex second = DoubleComplex.get(array, 1);
        second.putReal(1.5);
        second.putImag(-2);
        assertThat(array).containsExactly(0, 0, 1.5, -2, 0, 0);
        ByteBuffer bytes = ByteBuffer.allocate(32);
        DoubleComplex.get(bytes, 1).putImag(7);
        assertThat(bytes.order(ByteOrder.nativeOrder()).getDouble(24)).isEqualTo(7);
        assertThat(DoubleComplex.get(bytes, 1).getBuffer().get(1)).isEqualTo(7);
    }
}
