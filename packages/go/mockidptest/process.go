package mockidptest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

const (
	readyWithin = 30 * time.Second
	endsWithin  = 10 * time.Second
	elsewhere   = "Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already"
)

// ready is the line that the server prints when it listens.
type ready struct {
	Authority     string   `json:"authority"`
	HTTP          string   `json:"http"`
	CA            string   `json:"ca"`
	CACertificate string   `json:"caCertificate"`
	Hosts         []string `json:"hosts"`
	PID           int      `json:"pid"`
}

// process is "mockidp serve" on free ports, with a home of its own. It ends when its standard input does: this process closes the pipe, or dies.
type process struct {
	command *exec.Cmd
	input   io.Closer
	said    bytes.Buffer
	ended   chan struct{}
	ready   ready
}

func startProcess(ctx context.Context, arguments []string) (*process, error) {
	program, err := findExecutable()
	if err != nil {
		return nil, err
	}
	words := []string{"serve", "--https-port", "0", "--http-port", "0", "--ready-file", "-", "--quiet", "--exit-with-parent", "--temporary-home"}
	p := &process{command: exec.Command(program, append(words, arguments...)...), ended: make(chan struct{})}
	p.command.Stderr = &p.said
	ofItsOwnGroup(p.command)
	p.command.Env = append(os.Environ(), "MOCKIDP_CONTROL_TOKEN=")
	if p.input, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("mockidp: %s cannot be started: %w. %s", program, err, elsewhere)
	}
	waits, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	read := make(chan struct{})
	go func() {
		select {
		case <-waits.Done():
			_ = p.command.Process.Kill()
		case <-read:
		}
	}()
	line, failed := bufio.NewReader(output).ReadBytes('\n')
	close(read)
	go func() {
		_ = p.command.Wait()
		close(p.ended)
	}()
	if failed == nil {
		if failed = json.Unmarshal(line, &p.ready); failed == nil {
			return p, nil
		}
	}
	p.stop()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("mockidp: the start of the server was given up: %w", err)
	}
	return nil, p.reason(program, waits.Err() == nil)
}

// reason tells in one sentence why the server did not start. It has ended.
func (p *process) reason(program string, inTime bool) error {
	said := strings.TrimSpace(p.said.String())
	switch {
	case !inTime:
		return fmt.Errorf("mockidp: the server was not ready within %s. %s", readyWithin, said)
	case strings.Contains(said, "--exit-with-parent") || strings.Contains(said, "--temporary-home"):
		return fmt.Errorf("mockidp: %s is older than this module. Use the program of the same version. %s", program, elsewhere)
	}
	return fmt.Errorf("mockidp: the server ended before it was ready: %s", said)
}

func (p *process) stop() {
	p.input.Close()
	select {
	case <-p.ended:
	case <-time.After(endsWithin):
		_ = p.command.Process.Kill()
		<-p.ended
	}
}

func findExecutable() (string, error) {
	if named := os.Getenv("MOCKIDP_BINARY"); named != "" {
		if found, err := exec.LookPath(named); err == nil {
			return filepath.Abs(found)
		}
		return "", fmt.Errorf("mockidp: MOCKIDP_BINARY names %s, and there is no program there", named)
	}
	if found, err := exec.LookPath("mockidp"); err == nil {
		return found, nil
	}
	if runtime.GOOS == "windows" {
		return "", errors.New("mockidp: there is no program for Windows. Set MOCKIDP_URL to a server that runs already, such as one in a container")
	}
	return "", errors.New("mockidp: there is no mockidp in PATH. " + elsewhere)
}
