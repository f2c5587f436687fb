// One import is enough for a host: the modules below are the engine's public vocabulary.
@_exported import CrashDetection
@_exported import DistractionDetection
@_exported import HeadingEstimation
@_exported import MotionSamples
@_exported import MotionState
@_exported import SignalFilters
