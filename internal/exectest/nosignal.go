//go:build !linux && !freebsd

package exectest

import "syscall"

func endWithParent() *syscall.SysProcAttr { return nil }
