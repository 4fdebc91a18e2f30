/// The completion script for bash 3.2 and newer.
struct BashCompletions {
  let manuals: [Manual]

  init(_ manuals: [Manual]) { self.manuals = manuals }

  var text: String {
    let names = manuals.map(\.name)
    let values = manuals.flatMap { manual in
      manual.options.filter { $0.takesNextWord }.map { option in
        "    \(manual.name):\(option.name)) \(offer(Completion(of: option)))\n"
      }
    }
    let commands = manuals.map { manual in
      let offer = manual.takesCommand ? "kind=command ;;" : offer(Completion(of: manual, commands: names))
      let options = (manual.options.map(\.name) + ["--help"]).joined(separator: " ")
      return "    \(manual.name)) options='\(options)'; \(offer)\n"
    }
    return """
      # bash completion for mockidp: eval "$(mockidp completions bash)"
      _mockidp() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
        local words= kind= options= index
        COMPREPLY=()
        # "--name=value" arrives as three words.
        if [[ $before == "=" ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
        if [[ $word == "=" ]]; then word=; fi
        if (( COMP_CWORD == 1 )); then
          words='\(names.joined(separator: " ")) --help --version'
          COMPREPLY=( $(compgen -W "$words" -- "$word") )
          return
        fi
        case "$command:$before" in
      \(values.joined())    *) kind=operand ;;
        esac
        if [[ $kind == operand ]]; then
          kind=
          case "$command" in
      \(commands.joined())    esac
          if [[ $kind == command ]]; then
            # Behind the first operand everything belongs to another command.
            for (( index = 2; index < COMP_CWORD; index++ )); do
              if [[ ${COMP_WORDS[index]} == -- ]]; then options=; kind=other; fi
            done
          fi
          if [[ $word == -* && -n $options ]]; then words=$options; kind=; fi
        fi
        if [[ -n $words ]]; then COMPREPLY=( $(compgen -W "$words" -- "$word") ); fi
        local IFS=$'\\n'
        case "$kind" in
          files | other) compopt -o filenames 2>/dev/null; COMPREPLY+=( $(compgen -f -- "$word") ) ;;
          directories) compopt -o filenames 2>/dev/null; COMPREPLY+=( $(compgen -d -- "$word") ) ;;
          command) COMPREPLY+=( $(compgen -c -- "$word" | sort -u) ) ;;
        esac
      }
      complete -F _mockidp mockidp

      """
  }

  /// What a branch of the script sets. All words are the program's own, without characters that mean something to a
  /// shell.
  private func offer(_ completion: Completion) -> String {
    let kind = completion.takesDirectories ? "directories" : completion.takesFiles ? "files" : "none"
    return "words='\(completion.words.joined(separator: " "))'; kind=\(kind) ;;"
  }
}
