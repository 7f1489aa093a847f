package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version returns the answer to -version: the version of the module, which the Go command has written into the program,
// the version of Go, and the system. An unknown version is "(devel)".
func version() string {
	module := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		module = info.Main.Version
	}
	return fmt.Sprintf("uri %s (%s, %s/%s)\n", module, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
