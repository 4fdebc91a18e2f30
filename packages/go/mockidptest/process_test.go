package mockidptest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAProgramThatDoesNotFit(t *testing.T) {
	for name, c := range map[string]struct{ content, says string }{
		"older":             {"#!/bin/sh\necho 'mockidp serve: unknown option --exit-with-parent' >&2\nexit 2\n", "is older than this module"},
		"another processor": {"\x00\x01no program", "exec format error. Set MOCKIDP_BINARY"},
		"ends":              {"#!/bin/sh\necho 'no home' >&2\nexit 1\n", "ended before it was ready: no home"},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "mockidp")
			if err := os.WriteFile(program, []byte(c.content), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("MOCKIDP_BINARY", program)
			if _, err := startProcess(context.Background(), nil); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Error(err)
			}
		})
	}
}

func TestTheHomeOfAServerGoesWithIt(t *testing.T) {
	process, err := startProcess(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(process.ready.CA); err != nil {
		t.Error(err)
	}
	process.stop()
	if _, err := os.Stat(filepath.Dir(process.ready.CA)); !os.IsNotExist(err) {
		t.Error(err)
	}
}
