import Testing

@Suite("EpisodeLedger, model-checked")
struct EpisodeLedgerModelTests {
  @Test("every interleaving of up to eight steps keeps the rules")
  func everyInterleaving() {
    var check = LedgerModelCheck<RealLedger>()
    check.run(RealLedger(), depth: 8)
    #expect(check.violations.isEmpty)
    // Open, two closes, disarm, two builds and snapshot alone make 7⁸ sequences of full length.
    #expect(check.interleavings > 5_764_801)
    print(
      "ledger model check: \(check.interleavings) interleavings, \(check.distinctStates) distinct states"
    )
  }

  @Test("a plain second ledger keeps them, too")
  func reference() {
    var check = LedgerModelCheck<FaultyLedger>()
    check.run(FaultyLedger(.none), depth: 8)
    #expect(check.violations.isEmpty)
  }

  @Test("the check finds each fault", arguments: FaultyLedger.Fault.allCases.filter { $0 != .none })
  func findsFault(_ fault: FaultyLedger.Fault) {
    var check = LedgerModelCheck<FaultyLedger>()
    check.run(FaultyLedger(fault), depth: 8)
    #expect(!check.violations.isEmpty)
  }
}
