package mockidptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	readyWithin = 30 * time.Second
	endsWithin  = 10 * time.Second
)

// The program takes the place of the shell. The rest of the shell waits for the end of its input: the pipe closes when this process closes it
// or dies, also by SIGKILL. Then it stops the server and removes its folder.
const watched = `
exec 3<&0
{
  read -r _ <&3
  kill -TERM $$
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 $$ || break; sleep 0.1; done
  rm -rf "$1"
} >/dev/null 2>&1 &
shift
exec "$@" </dev/null 3<&-
`

// endsWithParent is the command that runs the server until its standard input ends. This is the only place that knows how: with a server
// that has "serve --exit-with-parent" the command itself does it.
func endsWithParent(folder string, command []string) *exec.Cmd {
	return exec.Command("/bin/sh", append([]string{"-c", watched, "mockidp", folder}, command...)...)
}

// ready is the content of the ready file.
type ready struct {
	Authority string `json:"authority"`
	HTTP      string `json:"http"`
	CA        string `json:"ca"`
	PID       int    `json:"pid"`
}

type process struct {
	command *exec.Cmd
	input   io.Closer
	folder  string
	ended   chan struct{}
	ready   ready
}

func startProcess(arguments []string) (*process, error) {
	program, err := findExecutable()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "mockidp-")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "ready.json")
	command := append([]string{program, "serve", "--https-port", "0", "--http-port", "0", "--ready-file", file, "--quiet"}, arguments...)
	p := &process{command: endsWithParent(folder, command), folder: folder, ended: make(chan struct{})}
	// The folder goes as soon as the server has ended; an open file stays readable.
	log, err := os.Create(filepath.Join(folder, "server.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.command.Stdout, p.command.Stderr = log, log
	p.command.Env = append(os.Environ(), "MOCKIDP_HOME="+folder, "MOCKIDP_CONTROL_TOKEN=")
	if p.input, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = p.command.Wait()
		close(p.ended)
	}()
	if err := p.wait(file, log); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// wait reads the ready file, which appears whole or not at all.
func (p *process) wait(file string, log *os.File) error {
	for deadline := time.Now().Add(readyWithin); ; {
		if text, err := os.ReadFile(file); err == nil {
			return json.Unmarshal(text, &p.ready)
		} else if !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("mockidp: the server was not ready within %s", readyWithin)
		}
		select {
		case <-p.ended:
			text, _ := io.ReadAll(io.NewSectionReader(log, 0, 1<<16))
			return fmt.Errorf("mockidp: the server ended before it was ready: %s", bytes.TrimSpace(text))
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (p *process) stop() {
	p.input.Close()
	select {
	case <-p.ended:
	case <-time.After(endsWithin):
		_ = p.command.Process.Kill()
		<-p.ended
	}
	os.RemoveAll(p.folder)
}

func findExecutable() (string, error) {
	if named := os.Getenv("MOCKIDP_BINARY"); named != "" {
		if found, err := exec.LookPath(named); err == nil {
			return filepath.Abs(found)
		}
		return "", fmt.Errorf("mockidp: MOCKIDP_BINARY names %s, and there is no program", named)
	}
	if found, err := exec.LookPath("mockidp"); err == nil {
		return found, nil
	}
	return "", errors.New("mockidp: there is no mockidp in PATH. Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already")
}
