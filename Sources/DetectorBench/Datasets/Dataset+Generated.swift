extension Dataset {
  /// A data set that is made in memory instead of being read from files.
  ///
  /// Each recording goes through its text as if it had been a file, so that both give the same.
  init(
    _ catalogue: ScenarioCatalogue,
    seed: UInt64,
    path: String,
    only names: Set<String>? = nil
  ) throws {
    var infos: [RecordingInfo] = []
    var labels: [Label] = []
    var recordings: [String: Recording] = [:]
    for name in catalogue.recordingNames() where names?.contains(name) ?? true {
      guard let generated = try catalogue.recording(named: name, seed: seed) else { continue }
      infos.append(try RecordingInfo(generated, of: path))
      labels += try generated.labels.map { try Label($0, recording: name, of: path) }
      recordings[name] = try Recording(text: generated.csv, file: "\(path)/\(name)")
    }
    self.init(
      name: catalogue.name,
      path: path,
      recordings: infos,
      labels: labels,
      inMemory: recordings
    )
  }
}

extension RecordingInfo {
  fileprivate init(_ generated: GeneratedRecording, of path: String) throws(FileProblem) {
    func refusal(_ found: String) -> FileProblem {
      FileProblem(file: path, line: 0, column: 0, found: found, expected: "a known word")
    }
    guard let split = DatasetSplit(rawValue: generated.split) else {
      throw refusal("split '\(generated.split)'")
    }
    var subjects: Set<LabelSubject> = []
    for word in generated.labelledFor.split(separator: " ") {
      guard let subject = LabelSubject(word) else { throw refusal("labelled_for '\(word)'") }
      subjects.insert(subject)
    }
    self.init(
      name: generated.name,
      duration: generated.duration,
      device: generated.device,
      placement: generated.placement,
      split: split,
      labelledFor: subjects,
      note: generated.note
    )
  }
}

extension Label {
  fileprivate init(
    _ generated: GeneratedLabel,
    recording: String,
    of path: String
  ) throws(FileProblem) {
    guard let subject = LabelSubject(generated.detector) else {
      throw FileProblem(
        file: path,
        line: 0,
        column: 0,
        found: "detector '\(generated.detector)'",
        expected: "one of \(LabelSubject.list)"
      )
    }
    self.init(
      recording: recording,
      subject: subject,
      kind: generated.kind,
      start: generated.start,
      end: generated.end,
      note: generated.note
    )
  }
}
