# shellcheck shell=sh
# Copyright 2026 The Tern Authors
# SPDX-License-Identifier: Apache-2.0
#
# What tern, mpirun and mpijavac share: find a JDK, build when there is nothing to run yet.
# Sourced with TERN_HOME set to the root of the repository. The start of a job waits for this file, so the usual path
# (JDK known, jars there) starts no process at all.

tern_jdk_min=25
tern_state=$TERN_HOME/.tern
tern_core=$TERN_HOME/core/target/tern-core.jar
tern_launch=$TERN_HOME/launch/target/tern-launch.jar
tern_bench=$TERN_HOME/bench/target/tern-bench.jar
tern_examples=$TERN_HOME/examples/target/tern-examples.jar
tern_aot=$TERN_HOME/launch/target/tern-launch.aot
tern_core_aot=$TERN_HOME/core/target/tern-core.aot

tern_say() {
    printf 'tern: %s\n' "$*" >&2
}

tern_die() {
    tern_say "$@"
    exit 1
}

# A JVM that starts with its standard input closed opens a file of its own in that place, and a program would read it.
{ command : 8<&0; } 2> /dev/null || exec < /dev/null

# ---------------------------------------------------------------------------------------------------------- the JDK

# Is $1 the home of a JDK that is new enough? Sets tern_version and tern_runtime, its exact version, to what its release
# file says.
tern_is_jdk() {
    tern_version=
    tern_runtime=
    [ -r "$1/release" ] && [ -x "$1/bin/java" ] || return 1
    while IFS= read -r tern_line || [ -n "$tern_line" ]; do
        case $tern_line in
            JAVA_RUNTIME_VERSION=*) tern_runtime=${tern_line#*=} ;;
            JAVA_VERSION=*)
                tern_version=${tern_line#JAVA_VERSION=}
                tern_version=${tern_version#\"}
                tern_version=${tern_version%%[!0-9.]*}
                break
                ;;
        esac
    done < "$1/release"
    case ${tern_version%%.*} in
        '' | *[!0-9]*) return 1 ;;
    esac
    [ "${tern_version%%.*}" -ge "$tern_jdk_min" ]
}

# A JDK for building too, not only a runtime.
tern_is_full_jdk() {
    tern_is_jdk "$1" && [ -x "$1/bin/javac" ]
}

# The home of the java that PATH finds; on macOS that one is a stub, which has no release file and is passed over.
tern_java_on_path() {
    tern_java=$(command -v java) || return 1
    while [ -h "$tern_java" ]; do
        tern_target=$(readlink "$tern_java") || return 1
        case $tern_target in
            /*) tern_java=$tern_target ;;
            *) tern_java=${tern_java%/*}/$tern_target ;;
        esac
    done
    tern_java=${tern_java%/*}
    printf '%s\n' "${tern_java%/*}"
}

# The JDKs that Maven's toolchains name, and the folders where JDKs are usually installed, one pattern a line;
# TERN_JVM_DIRS (with colons) replaces them.
tern_jvm_patterns() {
    if [ -n "${TERN_JVM_DIRS+set}" ]; then
        printf '%s\n' "$TERN_JVM_DIRS" | tr ':' '\n' | sed 's|$|/*|'
        return
    fi
    tern_toolchains=${HOME:-/nowhere}/.m2/toolchains.xml
    [ ! -r "$tern_toolchains" ] || sed -n 's|.*<jdkHome>\(.*\)</jdkHome>.*|\1|p' "$tern_toolchains"
    cat << END
/usr/lib/jvm/*
/usr/lib64/jvm/*
/usr/java/*
/usr/local/java/*
/opt/java/*
/opt/*jdk*
/opt/*/*jdk*
/usr/local/*jdk*
${HOME:-/nowhere}/.sdkman/candidates/java/*
${HOME:-/nowhere}/.jdks/*
${HOME:-/nowhere}/.local/share/mise/installs/java/*
${HOME:-/nowhere}/.asdf/installs/java/*
/Library/Java/JavaVirtualMachines/*/Contents/Home
${HOME:-/nowhere}/Library/Java/JavaVirtualMachines/*/Contents/Home
/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
END
}

# Searches the usual folders for the oldest release that is new enough: the one Tern is tested with, where it is there.
tern_search_jdk() {
    tern_best=
    tern_best_major=
    tern_seen=
    while IFS= read -r tern_pattern; do
        tern_ifs=$IFS
        IFS= # keeps blanks in the names together
        # shellcheck disable=SC2086 # the pattern is to be expanded
        set -- $tern_pattern
        IFS=$tern_ifs
        for tern_dir; do
            if tern_is_full_jdk "$tern_dir"; then
                if [ -z "$tern_best" ] || [ "${tern_version%%.*}" -lt "$tern_best_major" ]; then
                    tern_best=$tern_dir
                    tern_best_major=${tern_version%%.*}
                fi
            elif [ -n "$tern_version" ]; then
                tern_seen="$tern_seen
    $tern_version  $tern_dir"
            fi
        done
    done << END
$(tern_jvm_patterns)
END
    [ -n "$tern_best" ]
}

# Sets tern_jdk. The answer is kept with the settings that led to it.
tern_find_jdk() {
    tern_key="${TERN_JAVA_HOME-} ${JAVA_HOME-} ${TERN_JVM_DIRS-} $PATH"
    if [ -r "$tern_state/jdk" ]; then
        {
            IFS= read -r tern_jdk
            IFS= read -r tern_old_key
        } < "$tern_state/jdk"
        if [ "$tern_old_key" = "$tern_key" ] && tern_is_full_jdk "$tern_jdk"; then
            return
        fi
    fi
    if [ -n "${TERN_JAVA_HOME-}" ]; then
        tern_is_full_jdk "$TERN_JAVA_HOME" || tern_die "TERN_JAVA_HOME is $TERN_JAVA_HOME," \
            "which is not a JDK $tern_jdk_min or newer${tern_version:+ (it is $tern_version)}"
        tern_jdk=$TERN_JAVA_HOME
    elif [ -n "${JAVA_HOME-}" ] && tern_is_full_jdk "$JAVA_HOME"; then
        tern_jdk=$JAVA_HOME
    elif tern_jdk=$(tern_java_on_path) && tern_is_full_jdk "$tern_jdk"; then
        :
    elif tern_search_jdk; then
        tern_jdk=$tern_best
        tern_is_jdk "$tern_jdk"
    else
        tern_no_jdk
    fi
    if mkdir -p "$tern_state" 2> /dev/null; then
        printf '%s\n' "$tern_jdk" "$tern_key" > "$tern_state/jdk.$$" 2> /dev/null &&
            mv -f "$tern_state/jdk.$$" "$tern_state/jdk" 2> /dev/null
    fi
    return 0
}

tern_no_jdk() {
    cat >&2 << END
tern: no JDK $tern_jdk_min or newer was found. Please install one:

  Debian, Ubuntu   apt-get install openjdk-$tern_jdk_min-jdk-headless   (or temurin-$tern_jdk_min-jdk)
  Fedora, RHEL     dnf install java-$tern_jdk_min-openjdk-devel
  macOS            brew install openjdk@$tern_jdk_min
  anywhere         sdk install java $tern_jdk_min-tem                   (SDKMAN!)

If there is one already, say where:  export TERN_JAVA_HOME=/path/to/jdk-$tern_jdk_min
Looked at TERN_JAVA_HOME, JAVA_HOME, java on PATH, Maven's toolchains, and the usual folders${tern_seen:+; too old or incomplete:$tern_seen}
END
    exit 1
}

# -------------------------------------------------------------------------------------------------------- the build

# Sets tern_mvn to Maven 3.8.7 or newer: the installed one, else the wrapper, which fetches one.
tern_find_maven() {
    tern_mvn=$TERN_HOME/mvnw
    if command -v mvn > /dev/null; then
        tern_line=$(JAVA_HOME=$tern_jdk mvn -v 2> /dev/null | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p')
        tern_major=${tern_line%%.*}
        tern_line=${tern_line#*.}
        tern_minor=${tern_line%%.*}
        tern_patch=${tern_line#*.}
        case "${tern_major:-x}${tern_minor:-x}${tern_patch:-x}" in
            *[!0-9]*) return ;;
        esac
        if [ $((tern_major * 1000000 + tern_minor * 1000 + tern_patch)) -ge 3008007 ]; then
            tern_mvn=mvn
        fi
    fi
}

# Fails when something to run is missing, or when a build is going on or was broken off.
tern_is_built() {
    [ ! -e "$tern_state/building" ] && [ -e "$tern_core" ] && [ -e "$tern_launch" ] && [ -e "$tern_bench" ] &&
        [ -e "$tern_examples" ]
}

# Whoever works on Tern wants what the sources say: are they newer than the last build?
tern_is_stale() {
    [ -e "$TERN_HOME/.git" ] || return 1
    tern_stamp=$tern_examples
    # shellcheck disable=SC3013 # every sh has -nt
    [ ! "$tern_state/built" -nt "$tern_stamp" ] || tern_stamp=$tern_state/built
    [ -n "$(find "$TERN_HOME/pom.xml" "$TERN_HOME"/core/pom.xml "$TERN_HOME"/launch/pom.xml "$TERN_HOME"/bench/pom.xml \
        "$TERN_HOME"/examples/pom.xml "$TERN_HOME"/core/src/main "$TERN_HOME"/launch/src/main "$TERN_HOME"/bench/src/main \
        "$TERN_HOME"/examples/src/main -newer "$tern_stamp" -type f -print 2> /dev/null)" ]
}

# Were the start-up caches made for this JDK and these jars, which Maven alone may have built since? A JVM starts slower
# with a cache that does not fit than without any, and has been seen to take classes from that of an older jar.
tern_is_trained() {
    [ -e "$tern_state/trained" ] || return 1
    IFS= read -r tern_line < "$tern_state/trained"
    # shellcheck disable=SC3013
    [ "$tern_line" = "$tern_jdk $tern_version $tern_runtime" ] && [ ! "$tern_core" -nt "$tern_state/trained" ] &&
        [ ! "$tern_launch" -nt "$tern_state/trained" ]
}

# tern_build REASON: builds the jars unless another process does so meanwhile.
tern_build() {
    [ -z "${TERN_NO_BUILD-}" ] || tern_die "nothing is built yet, and TERN_NO_BUILD is set"
    mkdir -p "$tern_state" 2> /dev/null
    [ -w "$tern_state" ] || tern_die "nothing is built yet, and $TERN_HOME cannot be written"
    tern_lock
    if ! tern_is_built || tern_is_stale; then # meanwhile another process may have done it
        tern_build_locked "$1"
    fi
    tern_unlock
}

# Waits until no other process builds, and keeps others from it.
tern_lock() {
    if command -v flock > /dev/null; then
        exec 9> "$tern_state/lock"
        if ! flock -n 9; then
            tern_say "waiting for the build of another process ..."
            flock 9
        fi
    else
        tern_lock_dir
    fi
}

tern_unlock() {
    if command -v flock > /dev/null; then
        exec 9>&-
    else
        rm -rf "$tern_state/lock.d"
        trap - EXIT INT TERM
    fi
}

# The lock where there is no flock: a folder that holds the number of its process.
tern_lock_dir() {
    tern_told=
    until mkdir "$tern_state/lock.d" 2> /dev/null; do
        if tern_owner=$(cat "$tern_state/lock.d/pid" 2> /dev/null) && ! kill -0 "$tern_owner" 2> /dev/null; then
            rm -rf "$tern_state/lock.d" # its process is gone
            continue
        fi
        [ -n "$tern_told" ] || tern_say "waiting for the build of another process ..."
        tern_told=yes
        sleep 1
    done
    echo $$ > "$tern_state/lock.d/pid"
    trap 'rm -rf "$tern_state/lock.d"' EXIT
    trap 'exit 130' INT TERM
}

# The build itself, while no other process builds.
tern_build_locked() {
    tern_find_maven
    tern_log=$tern_state/build.log
    tern_say "$1 (JDK $tern_jdk)"
    : > "$tern_state/building"
    set -- -B -Dquick -Dmaven.test.skip=true -Dstyle.color=never -pl core,launch,bench,examples package
    # After a failure ask again also for what a server said it did not have.
    [ ! -e "$tern_state/failed" ] || set -- -U "$@"
    # What Maven says goes to the log; one line for each module and each 25 files that were fetched to the user.
    {
        tern_rc=0
        (cd "$TERN_HOME" && JAVA_HOME=$tern_jdk "$tern_mvn" "$@" 9>&-) < /dev/null 2>&1 || tern_rc=$?
        echo "$tern_rc" > "$tern_state/exit"
    } | tern_progress
    IFS= read -r tern_rc < "$tern_state/exit"
    if [ "$tern_rc" != 0 ]; then
        : > "$tern_state/failed"
        tern_build_failed
    fi
    : > "$tern_state/quick" # without the checks: see tern test
    rm -f "$tern_state/failed"
    tern_train
    : > "$tern_state/built"
    rm -f "$tern_state/building"
    tern_say "built"
}

tern_progress() {
    tern_count=0
    : > "$tern_log"
    while IFS= read -r tern_line; do
        printf '%s\n' "$tern_line" >> "$tern_log"
        case $tern_line in
            *"Building Tern "*)
                tern_line=${tern_line#*Building }
                tern_say "  ${tern_line%% [0-9]*}"
                ;;
            *Downloaded\ from\ *)
                tern_count=$((tern_count + 1))
                [ $((tern_count % 25)) != 0 ] || tern_say "  $tern_count files downloaded ..."
                ;;
        esac
    done
}

tern_build_failed() {
    tern_broken='Could not transfer|Connection (refused|reset)|timed out|[Uu]nknown ?[Hh]ost|Checksum validation failed'
    tern_broken="$tern_broken|offline mode|[Cc]annot download|[Ff]ailed to (fetch|download)|Network is unreachable"
    if grep -q -E "$tern_broken" "$tern_log"; then
        tern_say "could not download what the build needs; the first complaint was:"
        grep -m 1 -E "$tern_broken" "$tern_log" | cut -c 1-400 | sed 's/^/    /' >&2
        tern_say "Please check the network (a proxy goes into ~/.m2/settings.xml) and run the same command again:"
        tern_say "what has arrived is kept. Whole log: $tern_log"
    else
        tern_say "the build failed; the end of $tern_log:"
        tail -n 25 "$tern_log" | sed 's/^/    /' >&2
    fi
    exit 1
}

# Records a short job, so that the JVMs of the launcher and of the ranks start faster: classes come loaded and linked.
# Nobody misses the caches where this does not work.
tern_train() {
    rm -f "$tern_aot" "$tern_core_aot"
    (
        # The class path of a rank begins with the library; here it is nothing else.
        tern_train_launch -Xshare:auto -n 1 "$tern_jdk/bin/java" -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
            -XX:AOTCacheOutput="$tern_core_aot.new" -cp '' mpi.Training \
            : -n 1 "$tern_jdk/bin/java" -cp '' mpi.Training && mv -f "$tern_core_aot.new" "$tern_core_aot"
        # Not every system can bind.
        set -- -n 2 "$tern_jdk/bin/java" -cp '' mpi.Training
        {
            tern_train_launch -XX:AOTCacheOutput="$tern_aot.new" --bind-to core --oversubscribe "$@" ||
                tern_train_launch -XX:AOTCacheOutput="$tern_aot.new" "$@"
        } && mv -f "$tern_aot.new" "$tern_aot"
    ) < /dev/null > "$tern_state/aot.log" 2>&1 9>&-
    rm -f "$tern_aot".new* "$tern_core_aot".new*
    printf '%s\n' "$tern_jdk $tern_version $tern_runtime" > "$tern_state/trained"
}

# tern_train_launch JVM-OPTION ARGUMENTS: mpirun, once with that option.
tern_train_launch() {
    tern_option=$1
    shift
    "$tern_jdk/bin/java" "$tern_option" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
        --enable-native-access=ALL-UNNAMED -Dtern.home="$TERN_HOME" -Dtern.java="$tern_jdk" \
        -cp "$tern_launch:$tern_core" dev.tern.launch.Mpirun --timeout 60 "$@"
}

# ------------------------------------------------------------------------------------------------------------- runs

# For mpirun and mpijavac: does nothing when their jars are there and no build is going on.
tern_need_jars() {
    if [ -e "$tern_state/building" ] || [ ! -e "$tern_core" ] || [ ! -e "$tern_launch" ]; then
        tern_build "first use: building (about a minute) ..."
    fi
}

# For mpirun: makes the start-up caches again after a change of the jars or of the JDK.
tern_need_caches() {
    if [ -n "${TERN_NO_BUILD-}" ] || [ ! -w "$tern_state" ] || tern_is_trained; then
        return
    fi
    tern_lock
    if ! tern_is_trained; then
        tern_say "recording what starts a job faster ..."
        tern_train
    fi
    tern_unlock
}

# For tern: also builds again after a change of the sources.
tern_need_fresh_jars() {
    if ! tern_is_built; then
        tern_build "first use: building (about a minute) ..."
    elif [ -z "${TERN_NO_BUILD-}" ] && tern_is_stale; then
        tern_build "the sources have changed: building ..."
    fi
    tern_need_caches
}

# tern_exec_launch CLASS ARGUMENTS: becomes the launcher's JVM, set up for a short life.
tern_exec_launch() {
    tern_class=dev.tern.launch.$1
    shift
    set -- -Dtern.home="$TERN_HOME" -Dtern.java="$tern_jdk" -cp "$tern_launch:$tern_core" "$tern_class" "$@"
    if tern_is_trained; then
        set -- -Dtern.cache="$tern_core_aot" "$@"
        # The cache is mapped where it was made for, and its profiles do not start the compiler.
        [ ! -e "$tern_aot" ] || set -- -XX:AOTCache="$tern_aot" -XX:+UnlockDiagnosticVMOptions \
            -XX:ArchiveRelocationMode=0 -XX:-AOTReplayTraining "$@"
    fi
    # Should the cache not fit after all it is ignored, and so is what the JVM would say about it.
    exec "$tern_jdk/bin/java" -Xlog:disable -Xlog:all=error:stderr -XX:TieredStopAtLevel=1 \
        -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED "$@"
}
