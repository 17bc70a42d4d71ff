#!/usr/bin/env bash
# Payara: MicroProfile Telemetry names the spans of @Path("runs") below @ApplicationPath("/v1") "GET /v1runs".
#
# JAX-RS says that a leading slash in @Path makes no difference, and both resources answer below /v1/. The span's name
# and its attribute http.route, by which tools group requests, join the two parts as they are written: only
# @Path("/jobs") gets the slash between them.
#
# Needs a JDK of version 17 or later, Maven, curl and Python 3. Downloads Payara Micro (100 MB) into Maven's repository.
set -euo pipefail

payara=6.2025.10
temp=$(mktemp -d)
server=
collector=
trap 'kill "$server" "$collector" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$temp"' EXIT
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

@ApplicationPath("/v1")
public class Api extends Application {

  @Path("runs")
  public static class Runs {
    @GET
    public String list() {
      return "runs";
    }
  }

  @Path("/jobs")
  public static class Jobs {
    @GET
    public String list() {
      return "jobs";
    }
  }
}
END
mvn -B -q package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  "-Dartifact=fish.payara.extras:payara-micro:$payara" "-DoutputDirectory=$temp" ||
  { echo "cannot get Payara Micro $payara"; exit 2; }
echo "Payara Micro $payara, $(java -version 2>&1 | sed -n 1p)"

# Keeps what is exported: texts stand in it as they are.
cat >collector.py <<'END'
from http.server import BaseHTTPRequestHandler, HTTPServer

class Collector(BaseHTTPRequestHandler):
    def do_POST(self):
        with open("spans", "ab") as out:
            out.write(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass

server = HTTPServer(("127.0.0.1", 0), Collector)
open("port", "w").write(f"{server.server_port}\n")
server.serve_forever()
END
touch spans
python3 collector.py &
collector=$!
until [ -s port ]; do sleep 0.1; done

port=$((RANDOM % 10000 + 20000))
OTEL_SDK_DISABLED=false OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:$(cat port) OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf \
  OTEL_BSP_SCHEDULE_DELAY=200 OTEL_METRICS_EXPORTER=none OTEL_LOGS_EXPORTER=none \
  java -jar "payara-micro-$payara.jar" --nocluster --port "$port" --rootDir root --contextroot / --deploy target/note.war >server.log 2>&1 &
server=$!
for _ in $(seq 240); do
  [ "$(curl -s -o page -w '%{http_code}' "http://localhost:$port/v1/runs" || true)" = 200 ] && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.5
done
{
  for path in /v1/runs /v1/jobs; do
    echo "GET $path answers $(curl -s -o page -w '%{http_code}' "http://localhost:$port$path")"
  done
  for _ in $(seq 100); do
    grep -aq jobs spans && break
    sleep 0.2
  done
  grep -aoE 'GET /v1/?(runs|jobs)' spans | sort -u | sed 's/^/span /'
} | tee seen

cat >expected <<'END'
GET /v1/runs answers 200
GET /v1/jobs answers 200
span GET /v1/jobs
span GET /v1runs
END
diff expected seen || { echo "The behaviour has changed."; exit 1; }
