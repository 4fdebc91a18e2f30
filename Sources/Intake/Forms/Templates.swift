import Bytes
import LooseFormats

/// The templates of a repository, with the values of their variables: what only a deployment knows stays a reference.
enum Templates {
  /// What one file has, and the folder whose variables it shares.
  struct File: Sendable {
    let document: Document
    let body: HCLBlock
  }

  static func read(_ files: [File], into found: inout Found) {
    let values = values(of: files)
    TerraformReader.read(resources(files, values), into: &found)
    for file in files where file.document.hasExtension("bicep") {
      BicepReader(document: file.document, body: file.body, values: values).read(into: &found)
    }
  }

  /// Of Terraform, whose files of a folder are one.
  private static func resources(_ files: [File], _ values: Values) -> [TerraformReader.Resource] {
    files.flatMap { file in
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
        // Bicep's variables are those of one file, unless a file of parameters has them.
        if ["param", "var"].contains(block.type), let name = block.labels.first, !block.attributes.isEmpty {
          let isFile = file.document.hasExtension("bicep")
          let value = block["value"] ?? Node(kind: .map(block.attributes), line: block.line)
          keep(name, value, file, in: isFile ? file.document.path : nil, isDefault: isFile && block.type == "param")
        } else if block.type == "variable", let name = block.labels.first, let value = block["default"], !value.isNull {
          keep("var.\(name)", value, file, isDefault: true)
        } else if block.type == "locals" {
          for member in block.attributes { keep("local.\(member.key)", member.value, file) }
        }
      }
    }
    // What calls a module says more than the module's defaults.
    for file in files {
      for block in file.body.blocks where block.type == "module" {
        let parameters = block["params"]?.members ?? []
        if let source = block.labels.dropFirst().first, !parameters.isEmpty {
          let path = PathName.joined(file.document.folder, source)
          for member in parameters {
            keep(member.key, values.resolved(member.value, in: file.document.path), file, in: path)
          }
        }
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

extension Form {
  /// Terraform's own language: `azuread_application` of all generations with what belongs to it.
  static let terraform = Form(name: "Terraform") { document, found in
    guard document.hasExtension("tf tfvars") else { return false }
    let body = HCLReader.parse(document.text)
    found.templates.append(Templates.File(document: document, body: body))
    return body.blocks.contains { ($0.labels.first ?? "").hasPrefix("azuread_application") }
  }
}
