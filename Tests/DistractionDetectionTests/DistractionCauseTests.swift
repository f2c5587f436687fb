import DistractionDetection
import Testing

@Suite("DistractionCause")
struct DistractionCauseTests {
  @Test("causes are written as one letter")
  func letters() {
    #expect(DistractionCause.handling.rawValue == "h")
    #expect(DistractionCause.screen.rawValue == "s")
    #expect(DistractionCause.call.rawValue == "c")
  }
}
