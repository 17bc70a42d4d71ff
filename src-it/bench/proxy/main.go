// A reverse proxy that only copies: what forwarding a stream costs at least. Prints its port and
// exits at the end of its standard input, that is, when its parent process ends.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
)

func main() {
	target, err := url.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.FlushInterval = -1
	log.Fatal(http.Serve(listener, proxy))
}
