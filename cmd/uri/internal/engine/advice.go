package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Some arguments are read as references and are probably mistakes, such as the name of a file. Messages about them show
// no argument, because it may contain a password.

// Plain returns the references before a "--".
func (o *Options) Plain() []string { return o.Refs[:o.Before] }

// Advice returns a warning about the name of a file among the references, or "". It trusts arguments after "--".
func (o *Options) Advice() string {
	i := slices.IndexFunc(o.Plain(), IsFile)
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("argument %d is the name of a file, but is read as a reference: "+
		"write < FILE to read the lines of the file; without this warning after --", i+1)
}

// IsFile reports whether there is a file of that name. Directories do not count, since "." and "/" are common
// references. Names on other machines (Windows) do not count, since a search would send them the name.
func IsFile(name string) bool {
	if len(filepath.VolumeName(name)) > len("C:") {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
