#!/usr/bin/env bash
# Payara: in a task that an EJB hands to a managed executor, @Transactional commits although the method throws.
#
# A CDI bean's @Transactional method inserts a row and throws a RuntimeException, which rolls back: in the request, in a
# task that a servlet submits, and in a thread without a context. When a method of an EJB submits the task, or wraps it
# with ContextService, each row stays. It makes no difference whether that method has a transaction of its own or none
# (NOT_SUPPORTED). The method of the EJB has long returned when the task runs.
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
cat >src/main/java/note/Notes.java <<'END'
package note;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

@ApplicationScoped
public class Notes {
  @Resource(lookup = "java:comp/DefaultDataSource")
  private DataSource source;

  @Transactional
  public void addAndThrow() throws SQLException {
    execute("insert into note values (1)");
    throw new IllegalStateException();
  }

  public void execute(String sql) throws SQLException {
    try (Connection connection = source.getConnection(); var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public int count() throws SQLException {
    try (Connection connection = source.getConnection();
        var rows = connection.createStatement().executeQuery("select count(*) from note")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
END
cat >src/main/java/note/Desk.java <<'END'
package note;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import java.util.concurrent.Future;

@Stateless
public class Desk {
  @Resource private ManagedExecutorService executor;
  @Resource private ContextService contexts;

  public Future<?> submit(Runnable task) {
    return executor.submit(task);
  }

  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public Future<?> submitWithoutTransaction(Runnable task) {
    return executor.submit(task);
  }

  public Runnable wrap(Runnable task) {
    return contexts.contextualRunnable(task);
  }
}
END
cat >src/main/java/note/Page.java <<'END'
package note;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

@WebServlet("/rows")
public class Page extends HttpServlet {
  private static final int TIMES = 20;

  interface Way {
    void run(Runnable task) throws Exception;
  }

  @Inject private Notes notes;
  @Inject private Desk desk;
  @Resource private ManagedExecutorService executor;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
    try {
      notes.execute("create table if not exists note (id int)");
      show(response, "the request", Runnable::run);
      show(response, "a thread without a context", task -> join(task));
      show(response, "submitted by a servlet", task -> executor.submit(task).get());
      show(response, "submitted by an EJB", task -> desk.submit(task).get());
      show(response, "submitted by an EJB without a transaction", task -> desk.submitWithoutTransaction(task).get());
      show(response, "wrapped by an EJB, in a thread of its own", task -> join(desk.wrap(task)));
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private void show(HttpServletResponse response, String name, Way way) throws Exception {
    notes.execute("delete from note");
    for (int i = 0; i < TIMES; i++) {
      way.run(this::addAndThrow);
    }
    response.getWriter().println(name + ": " + notes.count() + " of " + TIMES + " rows stay");
  }

  private void addAndThrow() {
    try {
      notes.addAndThrow();
    } catch (Exception expected) {
      // The row should be rolled back.
    }
  }

  private static void join(Runnable task) throws InterruptedException {
    Thread thread = new Thread(task);
    thread.start();
    thread.join();
  }
}
END
mvn -B -q package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  "-Dartifact=fish.payara.extras:payara-micro:$payara" "-DoutputDirectory=$temp" ||
  { echo "cannot get Payara Micro $payara"; exit 2; }
echo "Payara Micro $payara, $(java -version 2>&1 | sed -n 1p)"

port=$((RANDOM % 10000 + 20000))
java -jar "payara-micro-$payara.jar" --nocluster --port "$port" --rootDir root --deploy target/note.war >server.log 2>&1 &
server=$!
for _ in $(seq 240); do
  curl -sf --max-time 60 "http://localhost:$port/note/rows" >seen && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.5
done
cat seen

cat >expected <<'END'
the request: 0 of 20 rows stay
a thread without a context: 0 of 20 rows stay
submitted by a servlet: 0 of 20 rows stay
submitted by an EJB: 20 of 20 rows stay
submitted by an EJB without a transaction: 20 of 20 rows stay
wrapped by an EJB, in a thread of its own: 20 of 20 rows stay
END
diff expected seen || { echo "The behaviour has changed."; exit 1; }
