package engine

import (
	"os"
	"path/filepath"
)

// IsFile reports whether there is a file of that name. Directories do not count, since "." and "/" are common
// references. Names on other machines (Windows) do not count, since a search would send them the name.
func IsFile(name string) bool {
	if len(filepath.VolumeName(name)) > len("C:") {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
