#!/usr/bin/env bash
# Payara: with mp.openapi.scan.disable=true the first GET /openapi still parses every class of every library.
#
# An archive has a whole OpenAPI document as META-INF/openapi.json and turns scanning off. Its first request for the
# document takes seconds if WEB-INF/lib has a big library, and milliseconds without it; the second request takes
# milliseconds in both. The answers are the same, and have nothing of the library. A thread dump during the first
# request shows the class parser below OpenAPISupplier.get, which is synchronized: other requests for the document wait.
#
# Needs a JDK of version 17 or later, Maven and curl. Downloads Payara Micro (100 MB) and fastutil (24 MB) into Maven's
# repository.
set -euo pipefail

payara=6.2025.10
fastutil=8.5.15
temp=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$temp"' EXIT
cd "$temp"

mkdir -p src/main/java/note src/main/webapp/WEB-INF src/main/resources/META-INF
touch src/main/webapp/WEB-INF/beans.xml
echo 'mp.openapi.scan.disable=true' >src/main/resources/META-INF/microprofile-config.properties
cat >src/main/resources/META-INF/openapi.json <<'END'
{
  "openapi": "3.0.3",
  "info": {"title": "Written by hand", "version": "1"},
  "paths": {"/desk": {"get": {"responses": {"200": {"description": "Open."}}}}}
}
END
cat >pom.xml <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>note</groupId>
  <artifactId>note</artifactId>
  <version>1</version>
  <packaging>war</packaging>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>it.unimi.dsi</groupId>
      <artifactId>fastutil</artifactId>
      <version>$fastutil</version>
    </dependency>
    <dependency>
      <groupId>jakarta.platform</groupId>
      <artifactId>jakarta.jakartaee-api</artifactId>
      <version>10.0.0</version>
      <scope>provided</scope>
    </dependency>
  </dependencies>
  <build>
    <finalName>with</finalName>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.14.0</version>
      </plugin>
      <plugin>
        <artifactId>maven-resources-plugin</artifactId>
        <version>3.3.1</version>
      </plugin>
      <plugin>
        <artifactId>maven-war-plugin</artifactId>
        <version>3.4.0</version>
      </plugin>
    </plugins>
  </build>
</project>
END
cat >src/main/java/note/Api.java <<'END'
package note;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;

@ApplicationPath("/")
public class Api extends Application {

  @Path("desk")
  public static class Desk {
    @GET
    public String open() {
      return "open";
    }
  }
}
END
mvn -B -q package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  "-Dartifact=fish.payara.extras:payara-micro:$payara" "-DoutputDirectory=$temp" ||
  { echo "cannot get Payara Micro $payara and fastutil $fastutil"; exit 2; }
cp -r target/with target/without
rm target/without/WEB-INF/lib/*
jar --create --file target/without.war -C target/without .
echo "Payara Micro $payara, fastutil $fastutil, $(java -version 2>&1 | sed -n 1p)"

# seconds FILE: of a request for the document.
seconds() {
  curl -s --max-time 300 -H 'Accept: application/json' -o "$1" -w '%{time_total}' "http://localhost:$port/openapi"
}

# measure NAME: the times of the first and the second request for the document, and dumps during the first.
measure() {
  port=$((RANDOM % 10000 + 20000))
  java -jar "payara-micro-$payara.jar" --nocluster --port "$port" --rootDir "root-$1" --deploy "target/$1.war" >server.log 2>&1 &
  server=$!
  for _ in $(seq 240); do
    [ "$(curl -s -o page -w '%{http_code}' "http://localhost:$port/$1/desk" || true)" = 200 ] && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.5
  done
  seconds "$1-first.json" >"$1-first" &
  local request=$!
  while kill -0 "$request" 2>/dev/null; do
    jcmd "$server" Thread.print >>"$1-dumps" 2>/dev/null || true
  done
  wait "$request"
  seconds "$1-second.json" >"$1-second"
  kill "$server"
  wait "$server" || true
}

measure without
measure with
for name in without with; do
  echo "$name the library: first $(cat "$name-first") s, second $(cat "$name-second") s"
done
grep -o 'OpenAPISupplier.collectTypesFromArchive\|hk2.classmodel.reflect.Parser' with-dumps | sort | uniq -c || true

failed=0
# expect WHAT, then a command that must succeed
expect() {
  local what=$1
  shift
  if "$@"; then echo "$what: yes"; else echo "$what: no"; failed=1; fi
}
same() {
  grep -q '"Written by hand"' with-first.json && cmp -s with-first.json with-second.json &&
    ! grep -qi fastutil with-first.json
}
slower() {
  awk -v first="$(cat with-first)" -v second="$(cat with-second)" 'BEGIN { exit !(first > 20 * second) }'
}
expect "both answers are the document that was written by hand" same
expect "the first one took more than 20 times as long" slower
expect "it collected types of the archive" grep -q 'OpenAPISupplier.collectTypesFromArchive' with-dumps
[ "$failed" = 0 ] || { echo "The behaviour has changed."; exit 1; }
