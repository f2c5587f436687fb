/// How the text of a cell is shown in a refusal.
enum CellText {
  /// More characters than this are cut off.
  private static let maximumLength = 40

  /// The text in quotes, after a word for what it should be; what is no text is named instead of shown.
  static func quoted(_ content: some Collection<UInt8>, as word: String? = nil) -> String {
    if content.contains(0) { return "a NUL byte" }
    guard let text = String(validating: content, as: UTF8.self) else {
      return "bytes that are not UTF-8"
    }
    let start = text.prefix(maximumLength)
    let shown = start.map { $0.isNewline || $0 == "\t" ? "·" : String($0) }.joined()
    let ending = text.count > maximumLength ? "…" : ""
    return "\(word.map { $0 + " " } ?? "")'\(shown)\(ending)'"
  }

  /// The number of characters in UTF-8 text, a broken one counted byte by byte.
  static func characters(_ content: some Collection<UInt8>) -> Int {
    // Continuation bytes (10xxxxxx) belong to the character before them.
    content.reduce(0) { count, byte in byte & 0xC0 == 0x80 ? count : count + 1 }
  }
}

/// The three bytes that some programs put in front of UTF-8 text.
enum ByteOrderMark {
  /// How many bytes to skip at the start of a file.
  static func length(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
