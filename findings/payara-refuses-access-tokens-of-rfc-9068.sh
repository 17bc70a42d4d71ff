#!/usr/bin/env bash
# Payara: MicroProfile JWT accepts only tokens with typ "JWT", sub, iat and jti, so common valid tokens are refused.
#
# An access token of RFC 9068 says typ "at+jwt" and gets 401; so does a token without typ, which RFC 7519 leaves
# optional. An ID token of OpenID Connect may lack jti, and a token that names its user in upn may lack sub: both get
# 401. The log has "Not all required claims present" without the name of the claim, or nothing but "Exception trying to parse JWT
# token". Issuer, key, expiry and roles of all these tokens are right.
#
# Needs a JDK of version 17 or later, Maven, curl, openssl and Python 3.10 or newer with venv. Downloads Payara Micro
# (100 MB) into Maven's repository.
set -euo pipefail

payara=6.2025.10
temp=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$temp"' EXIT
cd "$temp"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyjwt==2.15.1 cryptography==50.0.2 || { echo "cannot install PyJWT"; exit 2; }
mkdir -p src/main/java/note src/main/webapp/WEB-INF src/main/resources/META-INF
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out private.pem 2>openssl.log
openssl pkey -in private.pem -pubout -out src/main/resources/META-INF/key.pem
touch src/main/webapp/WEB-INF/beans.xml
cat >src/main/resources/META-INF/microprofile-config.properties <<END
mp.jwt.verify.issuer=https://issuer.example
mp.jwt.verify.publickey.location=META-INF/key.pem
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
      <groupId>jakarta.platform</groupId>
      <artifactId>jakarta.jakartaee-api</artifactId>
      <version>10.0.0</version>
      <scope>provided</scope>
    </dependency>
    <dependency>
      <groupId>org.eclipse.microprofile.jwt</groupId>
      <artifactId>microprofile-jwt-auth-api</artifactId>
      <version>2.1</version>
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

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.auth.LoginConfig;

@ApplicationPath("/")
@ApplicationScoped
@LoginConfig(authMethod = "MP-JWT")
public class Api extends Application {}
END
cat >src/main/java/note/Desk.java <<'END'
package note;

import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("desk")
@ApplicationScoped
public class Desk {
  @GET
  @RolesAllowed("clerk")
  public String open() {
    return "open";
  }
}
END
mvn -B -q package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  "-Dartifact=fish.payara.extras:payara-micro:$payara" "-DoutputDirectory=$temp" ||
  { echo "cannot get Payara Micro $payara"; exit 2; }
echo "Payara Micro $payara, $(java -version 2>&1 | sed -n 1p)"

port=$((RANDOM % 10000 + 20000))
desk=http://localhost:$port/note/desk
java -jar "payara-micro-$payara.jar" --nocluster --port "$port" --rootDir root --deploy target/note.war >server.log 2>&1 &
server=$!
for _ in $(seq 240); do
  [ "$(curl -s -o page -w '%{http_code}' "$desk" || true)" = 401 ] && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.5
done

cat >tokens.py <<'END'
import time
import jwt

key = open("private.pem").read()
now = int(time.time())
claims = {
    "iss": "https://issuer.example", "sub": "1", "upn": "ada", "aud": "desk", "client_id": "page",
    "groups": ["clerk"], "iat": now, "exp": now + 300, "jti": "t1",
}

def show(name, without=None, typ="JWT"):
    some = {claim: value for claim, value in claims.items() if claim != without}
    print(name, jwt.encode(some, key, "RS256", headers={"typ": typ}), sep="|")

show("typ JWT and all claims")
show("without aud", without="aud")
show("without upn", without="upn")
show("without jti", without="jti")
show("without iat", without="iat")
show("without sub, with upn", without="sub")
show("typ at+jwt", typ="at+jwt")
show("without typ", typ=None)
END
venv/bin/python tokens.py >tokens
while IFS='|' read -r name token; do
  echo "$name: $(curl -s -o page -w '%{http_code}' -H "Authorization: Bearer $token" "$desk")"
done <tokens | tee seen

cat >expected <<'END'
typ JWT and all claims: 200
without aud: 200
without upn: 200
without jti: 401
without iat: 401
without sub, with upn: 401
typ at+jwt: 401
without typ: 401
END
diff expected seen || { echo "The behaviour has changed."; exit 1; }
