/// The empty page at `/common/oauth2/nativeclient`. An app with an embedded browser reads the answer from the page's
/// address.
package struct NativeClientPage: Page {
  package let pageID = PageID.response

  package init() {}

  package func html(_ config: PageConfig) -> [UInt8] {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>mockidp — test authority</title></head><body></body></html>

      """
    return page.bytes
  }
}
