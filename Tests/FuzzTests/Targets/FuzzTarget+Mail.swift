import Bytes
import Mail
import Time

extension FuzzTarget {
  /// Messages as products write them, with whatever a stranger has put into them.
  static let mail = FuzzTarget(
    name: "mail", summary: "a message as MIME, its text, its links and its codes", maximumBytes: 2_048
  ) { bytes in
    guard let message = MIMEReader.message(bytes, newID: { .zero }) else { return }
    _ = MailText.links(in: message)
    for code in MailText.codes(in: message) {
      try require((4...8).contains(code.utf8.count), "the code '\(code)'")
    }
    let kept = KeptMail(.zero, message, conversation: .zero, at: .init(seconds: 0))
    let delivered = kept.mime(withBlindCopies: false)
    if let again = MIMEReader.message(delivered, newID: { .zero }) {
      try require(again.addresses("bccRecipients").isEmpty, "who gets it in secret is told")
      try require(again.subject == message.subject, "the subject is '\(again.subject)', and was '\(message.subject)'")
    }
    var written = message
    written.mime = nil
    let own = MIMEWriter.bytes(written, id: "<a@b>", sentAt: nil, withBlindCopies: false)
    guard let back = MIMEReader.message(own, newID: { .zero }) else {
      throw FuzzFinding("what was written cannot be read")
    }
    try require(
      back.attachments.count == message.attachments.count,
      "\(back.attachments.count) attachments of \(message.attachments.count)")
  }
}
