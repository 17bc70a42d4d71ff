#!/usr/bin/env bash
# Jakarta REST: UriInfo.getPath() of the same request is "runs/7" on Payara (Jersey) and "/runs/7" on WildFly (RESTEasy).
#
# The API says that the path is relative to the base URI, and on both servers the base URI ends with a slash. RESTEasy
# returns the path with a slash of its own all the same, but not so in getMatchedURIs(). A filter that compares the path
# with a text therefore works on one server and never matches on the other. Matched URIs and getPathSegments() are the
# same on both.
#
# Needs a JDK of version 17 or later, Maven and curl. Downloads Payara Micro (100 MB) and unpacks WildFly (250 MB) into a
# temporary folder.
set -euo pipefail

payara=6.2025.10
wildfly=39.0.1.Final
temp=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$temp"' EXIT
cd "$temp"

mkdir -p src/main/java/note src/main/webapp/WEB-INF
touch src/main/webapp/WEB-INF/beans.xml
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
      <groupId>jakarta.platform</groupId>
      <artifactId>jakarta.jakartaee-api</artifactId>
      <version>10.0.0</version>
      <scope>provided</scope>
    </dependency>
  </dependencies>
  <build>
    <finalName>note</finalName>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.14.0</version>
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;

@ApplicationPath("v1")
public class Api extends Application {

  @Path("runs/{id}")
  public static class Runs {
    @GET
    public String paths(@Context UriInfo uri) {
      return "base " + uri.getBaseUri().getPath()
          + "\npath " + uri.getPath()
          + "\nsegments " + uri.getPathSegments()
          + "\nmatched " + uri.getMatchedURIs()
          + "\n";
    }
  }
}
END
mvn -B -q package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  "-Dartifact=fish.payara.extras:payara-micro:$payara" "-DoutputDirectory=$temp" ||
  { echo "cannot get Payara Micro $payara"; exit 2; }
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
  "-Dartifact=org.wildfly:wildfly-dist:$wildfly:zip" "-DoutputDirectory=$temp/unpacked" ||
  { echo "cannot get WildFly $wildfly"; exit 2; }
echo "Payara Micro $payara, WildFly $wildfly, $(java -version 2>&1 | sed -n 1p)"

# asked PORT
asked() {
  for _ in $(seq 240); do
    curl -sf "http://localhost:$1/v1/runs/7" && return
    kill -0 "$server" 2>/dev/null || break
    sleep 0.5
  done
}

{
  port=$((RANDOM % 10000 + 20000))
  java -jar "payara-micro-$payara.jar" --nocluster --port "$port" --rootDir root --contextroot / --deploy target/note.war >payara.log 2>&1 &
  server=$!
  echo Payara
  asked "$port"
  kill "$server"
  wait "$server" || true

  offset=$((RANDOM % 10000 + 20000))
  cp target/note.war "unpacked/wildfly-$wildfly/standalone/deployments/ROOT.war"
  "unpacked/wildfly-$wildfly/bin/standalone.sh" -Djboss.socket.binding.port-offset="$offset" >wildfly.log 2>&1 &
  server=$!
  echo WildFly
  asked $((8080 + offset))
  pkill -P "$server" java || true
  wait "$server" || true
} >seen
cat seen

cat >expected <<'END'
Payara
base /v1/
path runs/7
segments [runs, 7]
matched [runs/7]
WildFly
base /v1/
path /runs/7
segments [runs, 7]
matched [runs/7]
END
diff expected seen || { echo "The behaviour has changed."; exit 1; }
