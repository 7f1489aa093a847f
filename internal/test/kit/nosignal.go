//go:build !linux && !freebsd

package kit

import "syscall"

func endWithParent() *syscall.SysProcAttr { return nil }
