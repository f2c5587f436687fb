import DetectorEngine
import Testing

@Suite("Exports")
struct ExportsTests {
  @Test("one import gives a host the samples")
  func oneImport() {
    #expect(Timestamp(seconds: 1)?.seconds == 1)
  }
}
