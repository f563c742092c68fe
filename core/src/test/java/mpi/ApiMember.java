/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A line of an API list, such as {@code METHOD Comm.send : public final void send(Object buf, int count) throws
 * MPIException}, and the search for it in the classes. Both sides are brought to one form: simple names, erased types,
 * no names of parameters.
 */
record ApiMember(String line, String kind, String owner, String declaration) {

    private static final Pattern LINE = Pattern.compile("(\\w+) ([\\w$]+?)(?:\\.(\\w+))? : (.*)");
    private static final Pattern TYPE_LINE = Pattern.compile("TYPE .*?(?:class|interface) ([\\w$]+).*");
    private static final Pattern CALLABLE = Pattern.compile(
            "((?:(?:public|protected|static|final|abstract) )*)(?:<(.*?)> )?(?:(\\S+) )?([\\w$]+)\\((.*)\\)"
                    + "(?: throws (.*))?");
    private static final int MODIFIERS =
            Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT;

    static ApiMember parse(String line) {
        Matcher type = TYPE_LINE.matcher(line);
        if (type.matches()) {
            String declaration = line.substring("TYPE ".length()).replaceAll("java\\.\\w+\\.", "");
            return new ApiMember(line, "TYPE", type.group(1), declaration);
        }
        Matcher member = LINE.matcher(line);
        if (!member.matches()) {
            throw new IllegalArgumentException("not a line of an API list: " + line);
        }
        String kind = member.group(1);
        String name = kind.equals("FIELD") ? " " + member.group(3) : "";
        String declaration = kind.equals("FIELD") ? member.group(4) + name : erase(member.group(4));
        return new ApiMember(line, kind, member.group(2), declaration);
    }

    private static String erase(String declaration) {
        Matcher callable = CALLABLE.matcher(declaration);
        if (!callable.matches()) {
            throw new IllegalArgumentException("not a method or constructor: " + declaration);
        }
        Map<String, String> bounds = new HashMap<>();
        if (callable.group(2) != null) {
            for (String variable : callable.group(2).split(", ")) {
                String[] parts = variable.split(" extends ");
                bounds.put(parts[0], parts[1]);
            }
        }
        String parameters = Stream.of(callable.group(5).split(", "))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> parameter.substring(0, parameter.lastIndexOf(' ')))
                .map(type -> bounds.getOrDefault(type, type))
                .collect(Collectors.joining(", "));
        String result =
                callable.group(3) == null ? "" : bounds.getOrDefault(callable.group(3), callable.group(3)) + " ";
        String thrown = callable.group(6) == null ? "" : " throws " + callable.group(6);
        return callable.group(1) + result + callable.group(4) + "(" + parameters + ")" + thrown;
    }

    /** Whether the classes have it, declared by the same type in the same way. */
    boolean exists() {
        Class<?> type;
        try {
            type = Class.forName("mpi." + owner, false, ApiMember.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return false;
        }
        return switch (kind) {
            case "TYPE" -> describe(type).equals(declaration);
            case "FIELD" ->
                Stream.of(type.getDeclaredFields()).map(ApiMember::describe).anyMatch(declaration::equals);
            case "CTOR" ->
                Stream.of(type.getDeclaredConstructors())
                        .map(ApiMember::describe)
                        .anyMatch(declaration::equals);
            case "METHOD" ->
                Stream.of(type.getDeclaredMethods()).map(ApiMember::describe).anyMatch(declaration::equals);
            default -> throw new IllegalArgumentException(line);
        };
    }

    private static String describe(Class<?> type) {
        String kind =
                type.isInterface() ? "public interface " : modifiers(type.getModifiers() & ~Modifier.STATIC) + "class ";
        String parent = type.getSuperclass() == null || type.getSuperclass() == Object.class
                ? ""
                : " extends " + name(type.getSuperclass());
        String interfaces = type.getInterfaces().length == 0 ? "" : " implements " + names(type.getInterfaces());
        return kind + name(type) + parent + interfaces;
    }

    private static String describe(Field field) {
        return modifiers(field.getModifiers()) + name(field.getType()) + " " + field.getName();
    }

    private static String describe(Constructor<?> constructor) {
        return describe(constructor, "", name(constructor.getDeclaringClass()));
    }

    private static String describe(Method method) {
        return describe(method, name(method.getReturnType()) + " ", method.getName());
    }

    private static String describe(Executable member, String result, String name) {
        String thrown = member.getExceptionTypes().length == 0 ? "" : " throws " + names(member.getExceptionTypes());
        return modifiers(member.getModifiers()) + result + name + "(" + names(member.getParameterTypes()) + ")"
                + thrown;
    }

    private static String modifiers(int modifiers) {
        String text = Modifier.toString(modifiers & MODIFIERS);
        return text.isEmpty() ? "" : text + " ";
    }

    private static String names(Class<?>[] types) {
        return Arrays.stream(types).map(ApiMember::name).collect(Collectors.joining(", "));
    }

    /** Without package, but with the enclosing class. */
    private static String name(Class<?> type) {
        return type.isArray()
                ? name(type.getComponentType()) + "[]"
                : type.getName().substring(type.getName().lastIndexOf('.') + 1);
    }
}
