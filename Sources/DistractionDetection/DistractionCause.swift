/// Why an episode counts as distraction.
public enum DistractionCause: String, Hashable, Codable, Sendable {
  /// The phone was handled.
  case handling = "h"
  /// The phone was handled while its screen was active.
  case screen = "s"
  /// Reserved for calls: read from records, never emitted.
  case call = "c"
}
