//go:build unix

package mockidptest

import (
	"os/exec"
	"syscall"
)

// ofItsOwnGroup keeps a terminal's control C from the server, which ends when its standard input does: then it has the time to take its home away.
func ofItsOwnGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
