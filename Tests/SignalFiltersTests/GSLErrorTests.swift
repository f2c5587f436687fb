import SignalFilters
import Testing

@Suite("GSLError")
struct GSLErrorTests {
  @Test("a status other than success is thrown with the operation and the library's text")
  func thrown() {
    GSL.prepare()
    let error = #expect(throws: GSLError.self) { try GSL.check(4, "designing a window") }
    #expect(error?.description == "designing a window: invalid argument supplied by user")
  }

  @Test("success passes")
  func success() throws {
    try GSL.check(0, "nothing")
  }
}
