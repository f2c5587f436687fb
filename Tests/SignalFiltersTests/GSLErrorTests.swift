import CGSL
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

  @Test("a failure inside the library comes back as a status and does not abort")
  func noAbort() {
    GSL.prepare()
    var weights = [0.0, 0, 0]
    let status = weights.withUnsafeMutableBufferPointer { buffer in
      var view = gsl_vector_view_array(buffer.baseAddress, buffer.count)
      return gsl_filter_gaussian_kernel(-1, 0, 1, &view.vector)
    }
    let error = #expect(throws: GSLError.self) { try GSL.check(status, "kernel") }
    #expect(error?.status == 1)
    #expect(error?.operation == "kernel")
  }
}
