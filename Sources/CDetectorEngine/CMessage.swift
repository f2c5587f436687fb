/// Writes a text into a C buffer, cut off between characters where it does not fit, with a zero byte behind it.
func write(_ text: String, to buffer: UnsafeMutablePointer<CChar>?, capacity: Int) {
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
