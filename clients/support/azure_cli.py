"""Runs commands of Azure CLI in one process, by the function that its own program calls: python azure_cli.py <steps.json

A step has the words of a command, in which `{name}` stands for what an earlier step has kept, and perhaps the name under which its result is
kept. Prints a line of JSON for each: the exit code and the result.
"""

import io
import json
import shlex
import sys

from azure.cli.core import get_default_cli

known = {}
for words, keep in json.load(sys.stdin):
    cli = get_default_cli()
    try:
        code = cli.invoke(shlex.split(words.format_map(known)), out_file=io.StringIO())
    except SystemExit as end:
        code = end.code
    result = cli.result.result if cli.result else None
    if keep:
        known[keep] = result
    print(json.dumps({"code": code, "result": result}), flush=True)
