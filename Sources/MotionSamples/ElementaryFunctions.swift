#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The sine of an angle in radians.
@inline(__always)
package func sine(_ radians: Double) -> Double { sin(radians) }

/// The cosine of an angle in radians.
@inline(__always)
package func cosine(_ radians: Double) -> Double { cos(radians) }

/// The tangent of an angle in radians.
@inline(__always)
package func tangent(_ radians: Double) -> Double { tan(radians) }

/// The angle in (−π, π] whose sine and cosine are in proportion to `y` and `x`.
@inline(__always)
package func arctangent2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

/// The angle in [−π/2, π/2] whose sine is `value`, values beyond ±1 held there.
@inline(__always)
package func arcsine(_ value: Double) -> Double { asin(min(1, max(-1, value))) }

/// The exponential function.
@inline(__always)
package func exponential(_ value: Double) -> Double { exp(value) }

/// 1 − exp(−x) without loss of precision for small `x`.
@inline(__always)
package func oneMinusExponential(ofMinus value: Double) -> Double { -expm1(-value) }

/// The natural logarithm.
@inline(__always)
package func naturalLogarithm(_ value: Double) -> Double { log(value) }
