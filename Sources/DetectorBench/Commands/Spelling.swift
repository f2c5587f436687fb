/// Guesses at what a misspelt word was meant to be.
enum Spelling {
  /// The candidate with the fewest letters to change, where those are two or a third of the word at most.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, word.count / 3) ? best.candidate : nil
  }

  /// The number of letters to insert, delete or replace: the distance of Levenshtein, 1965.
  static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let replaced = diagonal + (letter == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}
