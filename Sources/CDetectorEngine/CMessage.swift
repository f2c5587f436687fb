import CDetectorEngineHeader

/// The buffer that a C host gave for the message of a call; none where it wants none.
struct CMessage {
  let buffer: UnsafeMutablePointer<CChar>?
  let capacity: Int

  init(_ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int) {
    self.buffer = buffer
    self.capacity = capacity
  }

  /// Runs a call that may write a message.
  ///
  /// Where it fails without one the text of its status stands for it, so that the buffer of a call that has returned
  /// always holds an ended text.
  func reporting(_ call: (CMessage) -> md_status) -> md_status {
    write("")
    let status = call(self)
    if status != MD_OK, let buffer, capacity > 0, buffer.pointee == 0,
      let text = md_status_text(status)
    {
      write(String(cString: text))
    }
    return status
  }

  /// Writes a text, cut off between characters where it does not fit, with a zero byte behind it.
  func write(_ text: String) {
    guard let buffer, capacity > 0 else { return }
    var length = 0
    for character in text.unicodeScalars {
      let bytes = Array(String(character).utf8)
      guard length + bytes.count < capacity else { break }
      for byte in bytes {
        buffer[length] = CChar(bitPattern: byte)
        length += 1
      }
    }
    buffer[length] = 0
  }
}
