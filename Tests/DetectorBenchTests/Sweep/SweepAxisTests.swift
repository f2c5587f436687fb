import Testing

@testable import DetectorBench

@Suite("SweepAxis")
struct SweepAxisTests {
  @Test(
    "a field goes by either name and keeps the shorter one",
    arguments: [
      ("crash.minSpeed=5,8", "crash.minSpeed"), ("crashDetection.minSpeed=5,8", "crash.minSpeed"),
      ("distraction.mergeGapSec=5,8", "distraction.mergeGapSec"),
      ("motion.stationaryRadius=5,8", "motion.stationaryRadius"),
      ("heading.estimator.blockSec=5,8", "heading.estimator.blockSec"),
    ]
  )
  func names(_ text: String, _ name: String) throws {
    let axis = try SweepAxis(text)
    #expect(axis.field.name == name)
    #expect(axis.values == [.number(5), .number(8)])
  }

  @Test("lists, ranges and flags are read")
  func values() throws {
    #expect(
      try SweepAxis("crash.minSpeed=1,2:3:0.5,11.11").values
        == [1, 2, 2.5, 3, 11.11].map { .number($0) }
    )
    #expect(try SweepAxis("heading.enabled=true,false").values == [.flag(true), .flag(false)])
  }

  @Test(
    "what can't be understood is refused with a hint",
    arguments: [
      ("crash.minSpeed", "expected FIELD=VALUES"),
      ("crash.minSped=5", "did you mean 'crash.minSpeed'?"),
      ("crash=5", "fields are named like"),
      ("crash.minSpeed=", "expected a number"),
      ("crash.minSpeed=5,,8", "expected a number"),
      ("crash.minSpeed=5:8", "expected a number"),
      ("crash.minSpeed=fast", "expected a number"),
      ("crash.minSpeed=8:5:1", "a last one that is not smaller"),
      ("crash.minSpeed=5,4:6:1", "a value twice"),
      ("crash.enabled=1", "expected true or false"),
      ("motion.triggerActivities=walking", "holds a list"),
    ]
  )
  func refused(_ text: String, _ reason: String) {
    let error = #expect(throws: UsageError.self) { try SweepAxis(text) }
    #expect(error?.description.contains(reason) == true)
  }
}
