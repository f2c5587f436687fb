import Foundation
import Testing

@testable import DetectorEngine

@Suite("SnapshotStore")
struct SnapshotStoreTests {
  /// A folder of the test's own, removed afterwards.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("snapshot-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func sealed(_ text: String) throws -> Data {
    try SnapshotContainer.seal(Data(text.utf8))
  }

  @Test("an empty folder holds nothing, the latest save is the current one")
  func saveAndLoad() throws {
    try withFolder { folder in
      let store = SnapshotStore(path: folder.appendingPathComponent("state").path)
      #expect(store.load() == .nothingSaved)
      try store.save(sealed("one"))
      #expect(try store.load() == .current(sealed("one")))
      try store.save(sealed("two"))
      #expect(try store.load() == .current(sealed("two")))
    }
  }

  @Test("a current file torn at any byte gives the previous snapshot and says why")
  func tornWrite() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("state")
      let store = SnapshotStore(path: path.path)
      try store.save(sealed("one"))
      try store.save(sealed("two"))
      let whole = try Data(contentsOf: path)
      for length in 0..<whole.count {
        try whole.prefix(length).write(to: path)
        guard case .previous(let data, let reason) = store.load() else {
          Issue.record("torn at \(length): \(store.load())")
          continue
        }
        #expect(try data == sealed("one"))
        #expect(reason != nil)
      }
    }
  }

  @Test("death between the two renames leaves the previous snapshot")
  func betweenRenames() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("state")
      let store = SnapshotStore(path: path.path)
      try store.save(sealed("one"))
      try FileManager.default.moveItem(
        atPath: path.path,
        toPath: path.path + ".previous"
      )
      try sealed("two").write(to: URL(fileURLWithPath: path.path + ".new"))
      #expect(try store.load() == .previous(sealed("one"), currentRefusedFor: nil))
      try store.save(sealed("three"))
      #expect(try store.load() == .current(sealed("three")))
    }
  }

  @Test("a damaged current file does not push an intact previous one out")
  func damagedCurrent() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("state")
      let store = SnapshotStore(path: path.path)
      try store.save(sealed("one"))
      try store.save(sealed("two"))
      try Data("rubbish".utf8).write(to: path)
      try store.save(sealed("three"))
      try Data("rubbish".utf8).write(to: path)
      #expect(try store.load() == .previous(sealed("one"), currentRefusedFor: .notASnapshot))
    }
  }

  @Test("where both are damaged, that is said")
  func bothDamaged() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("state")
      try Data("rubbish".utf8).write(to: path)
      try Data("rubbish".utf8).write(to: URL(fileURLWithPath: path.path + ".previous"))
      #expect(SnapshotStore(path: path.path).load() == .unusable(.notASnapshot))
    }
  }

  @Test("a folder that is not there is a typed error")
  func missingFolder() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("nowhere/state").path
      let error = #expect(throws: SnapshotStoreError.self) {
        try SnapshotStore(path: path).save(sealed("one"))
      }
      #expect(error?.operation == "open")
      #expect(error?.errorNumber == ENOENT)
    }
  }
}
