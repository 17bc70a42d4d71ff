#!/usr/bin/env bash
# WildFly: a persistence.xml for a unit of its own makes all code of an archive run on the server's Hibernate instead of
# the one in WEB-INF/lib.
#
# An archive brings a newer Hibernate and builds a session factory in code, without a persistence.xml: its own version
# runs. Somebody adds a persistence.xml with an unrelated unit. Now the same code runs on the server's version, because
# WildFly lets the deployment import its module org.hibernate, which comes before WEB-INF/lib. A contributor of
# WildFly's also joins every factory, and casts hibernate.cache.use_second_level_cache to String: with Boolean.FALSE,
# which works without the file, the factory fails with a ClassCastException.
#
# Needs a JDK of version 17 or later and Maven. Unpacks WildFly (250 MB) into a temporary folder.
set -euo pipefail

wildfly=39.0.1.Final
hibernate=6.6.56.Final
temp=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$temp"' EXIT
cd "$temp"

mkdir -p src/main/java/note src/main/webapp/WEB-INF/classes/META-INF
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
      <groupId>org.hibernate.orm</groupId>
      <artifactId>hibernate-core</artifactId>
      <version>$hibernate</version>
    </dependency>
    <dependency>
      <groupId>jakarta.platform</groupId>
      <artifactId>jakarta.jakartaee-api</artifactId>
      <version>10.0.0</version>
      <scope>provided</scope>
    </dependency>
  </dependencies>
  <build>
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
cat >src/main/java/note/Start.java <<'END'
package note;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import org.hibernate.Version;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;

@WebListener
public class Start implements ServletContextListener {

  @Entity(name = "note")
  public static class Note {
    @Id long id;
  }

  @Override
  public void contextInitialized(ServletContextEvent event) {
    System.out.println("OUTCOME Hibernate " + Version.getVersionString());
    for (Object off : new Object[] {Boolean.FALSE, "false"}) {
      String outcome;
      try {
        var registry =
            new StandardServiceRegistryBuilder()
                .applySetting("hibernate.connection.datasource", "java:jboss/datasources/ExampleDS")
                .applySetting("hibernate.cache.use_second_level_cache", off)
                .build();
        new MetadataSources(registry).addAnnotatedClass(Note.class).buildMetadata().buildSessionFactory().close();
        outcome = "starts";
      } catch (RuntimeException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
          cause = cause.getCause();
        }
        outcome = cause.getClass().getSimpleName();
      }
      System.out.println("OUTCOME " + off.getClass().getSimpleName() + ": " + outcome);
    }
  }
}
END
mvn -B -q package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
  "-Dartifact=org.wildfly:wildfly-dist:$wildfly:zip" "-DoutputDirectory=$temp/unpacked" ||
  { echo "cannot get Hibernate $hibernate and WildFly $wildfly"; exit 2; }
echo "WildFly $wildfly, hibernate-core $hibernate, $(java -version 2>&1 | sed -n 1p)"

home=$temp/unpacked/wildfly-$wildfly
# outcomes WAR
outcomes() {
  rm -rf "$home/standalone/deployments/"* "$home/standalone/data"
  cp "$1" "$home/standalone/deployments/note.war"
  "$home/bin/standalone.sh" -c standalone-full.xml -Djboss.socket.binding.port-offset="$((RANDOM % 10000 + 20000))" >server.log 2>&1 &
  server=$!
  for _ in $(seq 600); do
    [ "$(grep -c 'OUTCOME' server.log)" -ge 3 ] && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.5
  done
  pkill -P "$server" java || true
  wait "$server" || true
  grep -o 'OUTCOME.*' server.log | sed 's/OUTCOME //' | paste -sd ';'
}

cp target/note-1.war without.war
mkdir -p more/WEB-INF/classes/META-INF
cat >more/WEB-INF/classes/META-INF/persistence.xml <<'END'
<persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
  <persistence-unit name="unrelated">
    <jta-data-source>java:jboss/datasources/ExampleDS</jta-data-source>
    <exclude-unlisted-classes>true</exclude-unlisted-classes>
  </persistence-unit>
</persistence>
END
cp without.war with.war
(cd more && jar uf ../with.war WEB-INF/classes/META-INF/persistence.xml)

failed=0
# expect NAME EXPECTED ACTUAL
expect() {
  echo "$1: $3"
  [ "$2" = "$3" ] || { echo "  expected: $2"; failed=1; }
}
expect "without a persistence.xml" "Hibernate $hibernate;Boolean: starts;String: starts" "$(outcomes without.war)"
expect "with an unrelated persistence.xml" "Hibernate 6.6.40.Final;Boolean: ClassCastException;String: starts" "$(outcomes with.war)"
[ "$failed" = 0 ] || { echo "The behaviour has changed."; exit 1; }
