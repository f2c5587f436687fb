package import MotionSamples

extension Vector3 {
  /// What a vector that stands still in the world becomes in the axes of a body that turns.
  ///
  /// `rotation` is the body's turn as a rotation vector in rad: its axis by direction, its angle by length. The result
  /// is this vector turned by the opposite of it (Rodrigues' formula), with its length kept.
  @inline(__always)
  package func carried(through rotation: Vector3) -> Vector3 {
    let squaredAngle = rotation.squaredMagnitude
    let sineRatio: Double
    let cosineRatio: Double
    if squaredAngle < 0.0625 {
      // sin(x)/x and (1 − cos x)/x² as series: below a quarter of a radian what is left out is under 1e-13.
      sineRatio =
        1 - squaredAngle / 6
        * (1 - squaredAngle / 20 * (1 - squaredAngle / 42 * (1 - squaredAngle / 72)))
      cosineRatio =
        (1 - squaredAngle / 12
          * (1 - squaredAngle / 30 * (1 - squaredAngle / 56 * (1 - squaredAngle / 90)))) / 2
    } else {
      let angle = squaredAngle.squareRoot()
      sineRatio = sine(angle) / angle
      cosineRatio = (1 - cosine(angle)) / squaredAngle
    }
    let once = rotation.cross(self)
    return self - once * sineRatio + rotation.cross(once) * cosineRatio
  }
}
