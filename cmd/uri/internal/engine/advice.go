package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Some arguments are read as references and are probably mistakes, such as the name of a file. The advice about them
// shows no argument, because it may contain a password.

// Advice returns a sentence for each kind of mistake that the arguments probably contain. It trusts arguments after
// "--".
func (o *Options) Advice() (list []string) {
	plain := o.Refs[:o.plain]
	if i := slices.IndexFunc(plain, hasDash); i >= 0 {
		name, _, _ := splitFlag(plain[i])
		list = append(list, fmt.Sprintf("argument %d looks like a flag, but there is no such flag%s: "+
			"it is read as a reference; without this warning after --", i+1,
			DidYouMean("-"+name, FlagNames(o.verb.FlagSet()))))
	}
	if i := slices.IndexFunc(plain, isFile); i >= 0 {
		list = append(list, fmt.Sprintf("argument %d is the name of a file, but is read as a reference: "+
			"write < FILE to read the lines of the file; without this warning after --", i+1))
	}
	if o.work.Advice != "" {
		list = append(list, o.work.Advice)
	}
	return list
}

// isFile reports whether there is a file of that name. Directories do not count, since "." and "/" are common
// references. Names on other machines (Windows) do not count, since a search would send them the name.
func isFile(name string) bool {
	if len(filepath.VolumeName(name)) > len("C:") {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
