import Foundation
import MotionSamples
import Testing

@Suite("Vector3")
struct Vector3Tests {
  private let a = Vector3(1, 2, 3)
  private let b = Vector3(-4, 5, 0.5)

  @Test("arithmetic goes component by component")
  func arithmetic() {
    #expect(a + b == Vector3(-3, 7, 3.5))
    #expect(a - b == Vector3(5, -3, 2.5))
    #expect(-a == Vector3(-1, -2, -3))
    #expect(a * 2 == Vector3(2, 4, 6) && 2 * a == a * 2)
    #expect(a / 2 == Vector3(0.5, 1, 1.5))
    var sum = a
    sum += b
    #expect(sum == a + b)
    sum -= b
    #expect(sum == a)
  }

  @Test("products: scalar, vector by the right-hand rule, and square to both")
  func products() {
    #expect(a.dot(b) == 7.5)
    #expect(Vector3(1, 0, 0).cross(Vector3(0, 1, 0)) == Vector3(0, 0, 1))
    #expect(a.cross(b).dot(a) == 0 && a.cross(b).dot(b) == 0)
    #expect(Vector3(2, 3, 6).magnitude == 7 && Vector3(2, 3, 6).squaredMagnitude == 49)
  }

  @Test("a direction is of length one, or absent")
  func normalized() {
    #expect(Vector3(0, -5, 0).normalized == Vector3(0, -1, 0))
    #expect(Vector3.zero.normalized == nil)
    #expect(Vector3(.infinity, 0, 0).normalized == nil)
    #expect(Vector3(.nan, 0, 0).normalized == nil)
  }

  @Test(
    "angles are exact near 0 and π, too",
    arguments: [0, 1e-9, 0.1, .pi / 2, 3, .pi - 1e-9, .pi]
  )
  func angles(angle: Double) throws {
    let turned = Vector3(3 * cos(angle), 3 * sin(angle), 0)
    let measured = try #require(Vector3(2, 0, 0).angle(to: turned))
    #expect(abs(measured - angle) < 1e-15 + angle * 1e-15)
  }

  @Test("there is no angle to nowhere")
  func noAngle() {
    #expect(a.angle(to: .zero) == nil)
    #expect(Vector3(.nan, 0, 0).angle(to: a) == nil)
  }

  @Test("finite means every component", arguments: [0, 1, 2])
  func finite(axis: Int) {
    #expect(a.isFinite)
    for value in [Double.nan, .infinity, -.infinity] {
      var components = a.storage
      components[axis] = value
      #expect(!Vector3(components).isFinite)
    }
  }

  @Test("written as an array of three numbers, and read as no other")
  func coding() throws {
    let data = try JSONEncoder().encode(Vector3(0.1, -2, 1e-300))
    #expect(try JSONDecoder().decode(Vector3.self, from: data) == Vector3(0.1, -2, 1e-300))
    #expect(try JSONDecoder().decode(Vector3.self, from: Data("[1,2,3]".utf8)) == a)
    for wrong in ["[1,2]", "[1,2,3,4]", "{}", "[1,2,null]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Vector3.self, from: Data(wrong.utf8))
      }
    }
  }
}
