#!/usr/bin/env bash
# Payara: @ManagedExecutorDefinition on a class in a jar of WEB-INF/lib defines nothing.
#
# A servlet defines a data source, a managed executor and a context service with annotations, and looks them up. With
# its class in WEB-INF/classes all are there. With the same class in WEB-INF/lib, where servlets and their other
# annotations work, the data source is there and what Jakarta Concurrency defines is not: a NameNotFoundException, and
# no word in the log of the deployment.
#
# Needs a JDK of version 17 or later, Maven and curl. Downloads Payara Micro (100 MB) into Maven's repository.
set -euo pipefail

payara=6.2025.10
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
cat >src/main/java/note/Page.java <<'END'
package note;

import jakarta.annotation.sql.DataSourceDefinition;
import jakarta.enterprise.concurrent.ContextServiceDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

@WebServlet("/names")
@DataSourceDefinition(
    name = "java:app/note/source",
    className = "org.h2.jdbcx.JdbcDataSource",
    url = "jdbc:h2:mem:note")
@ManagedExecutorDefinition(name = "java:app/note/executor", maxAsync = 2)
@ContextServiceDefinition(name = "java:app/note/contexts")
public class Page extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    for (String name : new String[] {"source", "executor", "contexts"}) {
      String outcome;
      try {
        new InitialContext().lookup("java:app/note/" + name);
        outcome = "there";
      } catch (NamingException e) {
        outcome = "missing";
      }
      response.getWriter().println(name + ": " + outcome);
    }
  }
}
END
mvn -B -q package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  "-Dartifact=fish.payara.extras:payara-micro:$payara" "-DoutputDirectory=$temp" ||
  { echo "cannot get Payara Micro $payara"; exit 2; }
cp target/note.war classes.war
mkdir -p moved/WEB-INF/lib
cp src/main/webapp/WEB-INF/beans.xml moved/WEB-INF
jar --create --file moved/WEB-INF/lib/note.jar -C target/classes note
jar --create --file lib.war -C moved .
echo "Payara Micro $payara, $(java -version 2>&1 | sed -n 1p)"

# names ARCHIVE: what its servlet finds.
names() {
  local port=$((RANDOM % 10000 + 20000))
  java -jar "payara-micro-$payara.jar" --nocluster --port "$port" --rootDir "root-$1" --deploy "$1.war" >server.log 2>&1 &
  server=$!
  for _ in $(seq 240); do
    curl -sf --max-time 60 "http://localhost:$port/$1/names" >found && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.5
  done
  kill "$server"
  wait "$server" || true
  sed "s,^,in WEB-INF/$1: ," found
}

names classes >seen
names lib >>seen
cat seen

cat >expected <<'END'
in WEB-INF/classes: source: there
in WEB-INF/classes: executor: there
in WEB-INF/classes: contexts: there
in WEB-INF/lib: source: there
in WEB-INF/lib: executor: missing
in WEB-INF/lib: contexts: missing
END
diff expected seen || { echo "The behaviour has changed."; exit 1; }
