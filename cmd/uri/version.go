package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version returns the answer to -version: the version of the module, which Go has written into the program, that of Go,
// and the system. The version is "(devel)" if Go did not know it.
func version() string {
	module := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		module = info.Main.Version
	}
	return fmt.Sprintf("uri %s (%s, %s/%s)\n", module, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
