// A bot in Go: it asks for the legal actions and plays the last one. Compile it for the workshop, with Go 1.21 or later (tried with 1.27.3):
// GOOS=wasip1 GOARCH=wasm go build -ldflags=-s -o pipe_bot.wasm pipe_bot.go
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<16)
	chosen := ""
	for lines.Scan() {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "ludarium":
			fmt.Println("ready 1 legal")
		case "ping":
			fmt.Println("pong " + rest)
		case "legal":
			chosen = rest
		case "go":
			fmt.Println("action " + chosen)
		case "quit":
			return
		}
	}
}
