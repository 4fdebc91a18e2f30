import Bytes

/// Makes resources of Terraform's configuration, with the values of variables in them: what only a plan knows stays a reference. All
/// files of a folder are one.
enum TerraformConfiguration {
  /// What one file has, and the folder whose variables it shares.
  struct File: Sendable {
    let document: Document
    let body: HCLBlock
  }

  static func resources(_ files: [File]) -> [TerraformReader.Resource] {
    let values = values(of: files)
    return files.flatMap { file in
      file.body.blocks.filter { $0.type == "resource" && $0.labels.count == 2 && $0.labels[0].hasPrefix("azuread_") }
        .map {
          TerraformReader.Resource(
            document: file.document, type: $0.labels[0], name: $0.labels[1],
            attributes: values.resolved($0.node, in: file.document.path))
        }
    }
  }

  private static func values(of files: [File]) -> Values {
    var values = Values()
    func keep(_ name: String, _ value: Node, _ file: File, in folder: String? = nil, isDefault: Bool = false) {
      let place = file.document.place(value.line)
      values.add(name, value, in: folder ?? file.document.folder, at: place, isExample: isDefault)
    }
    for file in files {
      if file.document.hasExtension("tfvars") {
        for member in file.body.attributes { keep("var.\(member.key)", member.value, file) }
      }
      for block in file.body.blocks {
        if block.type == "variable", let name = block.labels.first, let value = block["default"], !value.isNull {
          keep("var.\(name)", value, file, isDefault: true)
        } else if block.type == "locals" {
          for member in block.attributes { keep("local.\(member.key)", member.value, file) }
        }
      }
    }
    // What calls a module says more than the module's defaults.
    for file in files {
      for block in file.body.blocks where block.type == "module" {
        guard let source = block["source"]?.text, source.hasPrefix(".") else { continue }
        let folder = PathName.joined(file.document.folder, source)
        for member in block.attributes where member.key != "source" {
          keep("var.\(member.key)", values.resolved(member.value, in: file.document.path), file, in: folder)
        }
      }
    }
    return values
  }
}

extension HCLBlock {
  /// The block as a state has it: a list for each kind of block in it.
  var node: Node {
    var members = attributes
    for block in blocks {
      if let index = members.firstIndex(where: { $0.key == block.type }) {
        members[index].value.kind = .list(members[index].value.items + [block.node])
      } else {
        members.append(
          Node.Member(key: block.type, line: block.line, value: Node(kind: .list([block.node]), line: block.line)))
      }
    }
    return Node(kind: .map(members), line: line)
  }
}

extension Form {
  /// Terraform's own language: `azuread_application` of all generations with what belongs to it.
  static let terraform = Form(name: "Terraform") { document, found in
    guard document.hasExtension("tf tfvars") else { return false }
    let body = HCLReader.parse(document.text)
    found.terraform.append(TerraformConfiguration.File(document: document, body: body))
    return body.blocks.contains { ($0.labels.first ?? "").hasPrefix("azuread_application") }
  }
}
