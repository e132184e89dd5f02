import Pixels
import State

/// The frog dot by dot, drawn for one size: a head, with the eyes and the mouth of each mood put on it.
///
/// | Dot | In shades | In one bit |
/// |---|---|---|
/// | `#` `b` `s` `h` | skin, belly, shadow of the skin, highlight | lit |
/// | `c` | a cheek: the market's colour | lit |
/// | `g` | the leaf that it sits on: the market's colour | dark |
/// | `w` `k` | white of an eye and pupil or mouth | lit, dark |
/// | `o` `p` | white of an eye and pupil, where an eye is large enough to be a dark disc | dark, lit |
/// | `t` `n` | tongue, nostril | dark |
/// | `_` | nothing | dark |
struct FrogArt: Sendable {
  /// What eyes look like, in the order in which they are drawn. Those with a lid are tired.
  enum Eyes: Int, CaseIterable {
    case level, up, down, lidLevel, lidUp, lidDown, squeezed, happy, asleep, blinking, crossed
  }

  /// How many dots it is wide and high.
  let side: Int
  private let head: [[UInt8]]
  /// The left eyes; the right ones are their mirror image.
  private let eyes: [[[UInt8]]]
  private let eyePlace: (x: Int, y: Int)
  /// In the order of `Mood.allCases`.
  private let mouths: [[[UInt8]]]
  private let mouthPlace: (x: Int, y: Int)

  /// - Parameters:
  ///   - eye: where the left eye's top left dot stands, and that of the mouth.
  ///   - eyes: pictures side by side, an empty line between two rows of them.
  private init(
    side: Int, eye: (Int, Int), mouth: (Int, Int), head: String, eyes: String, mouths: String
  ) {
    self.side = side
    (eyePlace, mouthPlace) = (eye, mouth)
    self.head = Self.pictures(head)[0]
    self.eyes = Self.pictures(eyes)
    self.mouths = Self.pictures(mouths)
  }

  private static func pictures(_ text: String) -> [[[UInt8]]] {
    var drawn: [[[UInt8]]] = []
    var first = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { first = drawn.count }
      for (index, dots) in line.split(separator: " ").enumerated() {
        if first + index == drawn.count { drawn.append([]) }
        drawn[first + index].append(Array(dots.utf8))
      }
    }
    return drawn
  }

  /// The largest frog that fits in `side` pixels.
  init(fitting side: Int) {
    self = [Self.twentyFour, .twenty, .sixteen, .twelve].first { $0.side <= side } ?? .eight
  }

  /// The face in rows of dots.
  func rows(_ face: Face) -> [[UInt8]] {
    var rows = head
    let eye = eyes[self.eyes(of: face).rawValue]
    for (y, dots) in eye.enumerated() {
      for (x, dot) in dots.enumerated() {
        rows[eyePlace.y + y][eyePlace.x + x] = dot
        rows[eyePlace.y + y][side - 1 - eyePlace.x - x] = dot
      }
    }
    let mouth = mouths[Mood.allCases.firstIndex(of: face.mood) ?? 0]
    // Closed eyes look nowhere: the mouth tells how the newest candle went.
    let shift = face.mood == .soar ? face.lean : face.mood == .plunge ? -face.lean : 0
    for y in mouth.indices {
      let dots = mouth[max(0, min(mouth.count - 1, y - shift))]
      for (x, dot) in dots.enumerated() { rows[mouthPlace.y + y][mouthPlace.x + x] = dot }
    }
    return rows
  }

  private func eyes(of face: Face) -> Eyes {
    switch face.mood {
    case .plunge: .squeezed
    case .soar: .happy
    case .asleep: .asleep
    case .lost: .crossed
    case _ where face.isBlinking: .blinking
    case .down: face.lean > 0 ? .lidUp : face.lean < 0 ? .lidDown : .lidLevel
    case .flat, .up: face.lean > 0 ? .up : face.lean < 0 ? .down : .level
    }
  }
}

extension FrogArt {
  static let eight = FrogArt(
    side: 8, eye: (0, 0), mouth: (0, 3),
    head: """
      _##__##_
      ###__###
      ########
      ########
      ########
      ########
      _######_
      _gggggg_
      """,
    eyes: """
      #ww wkw #ww ### ### ### k## .k. ___ .## k#k
      wkw www www #kw kww www #kk k#k ### kkk #k#
      ### ### #k# ### ### #k# k## ### kkk ### k#k
      """,
    mouths: """
      ######## ######## ######## ######## kkkkkkkk ######## ########
      ##kkkk## ##kkkk## ######## #k####k# #kttttk# ######## #k##k##k
      #kkkkkk# #k####k# #kkkkkk# ##kkkk## ##kkkk## ###kk### k#kk#kk#
      _k####k_ _######_ _######_ _######_ _######_ _######_ _######_
      """)

  static let twelve = FrogArt(
    side: 12, eye: (1, 0), mouth: (1, 5),
    head: """
      _####__####_
      ############
      ############
      ############
      ############
      ############
      ############
      ############
      ############
      _##########_
      ___######___
      _gggggggggg_
      """,
    eyes: """
      #ww# #kk# #ww# #### #### #### k### #### ____ #### k##k
      wkkw wkkw wwww #### #### #### #kk# #kk# _##_ #### #kk#
      wkkw wwww wkkw wkkw kkww wwww ##kk k##k k##k kkkk #kk#
      #ww# #ww# #kk# #kk# #ww# #kk# kk## #### #kk# #### k##k
      """,
    mouths: """
      ########## ########## ########## ########## kkkkkkkkkk ########## ##########
      ###kkkk### ########## ########## kk######kk kkkkkkkkkk ########## ##kk##kk##
      ##kkkkkk## ##kkkkkk## ########## #kk####kk# #kkttttkk# ####kk#### #kkkkkkkk#
      #kkkkkkkk# #kk####kk# ##kkkkkk## ##kkkkkk## ##kttttk## ########## kk##kk##kk
      #kk####kk# ########## ########## ########## ###kkkk### ########## ##########
      """)

  static let sixteen = FrogArt(
    side: 16, eye: (2, 1), mouth: (1, 6),
    head: """
      __####____####__
      _######__######_
      _h#####__######_
      _######__######_
      _##############_
      ################
      ################
      ################
      ################
      ################
      ################
      ################
      _##bbbbbbbbbb##_
      ___bbbbbbbbbb___
      _gggggggggggggg_
      ___gggggggggg___
      """,
    eyes: """
      #oo# #pp# #oo# #### #### #### kk## #### #### #### k##k
      oppo oppo oooo #### #### #### ##kk #kk# #### #### #kk#
      oppo oooo oppo oppo ppoo oooo ##kk k##k k##k kkkk #kk#
      #oo# #oo# #pp# #pp# #oo# #pp# kk## k##k #kk# #### k##k
      """,
    mouths: """
      ############## ############## ############## ############## kkkkkkkkkkkkkk
      #####kkkk##### ############## ############## kk##########kk kkkkkkkkkkkkkk
      ###kkkkkkkk### cc##kkkkkk##cc cc##########cc kkk########kkk #kkkkkkkkkkkk#
      c#kkkkkkkkkk#c cckkkkkkkkkkcc cc##########cc c#kkk####kkk#c c#kkttttttkk#c
      c#kkkkkkkkkk#c ##kkk####kkk## ###kkkkkkkk### ###kkkkkkkk### c##kttttttk##c
      ##kkk####kkk## ###bbbbbbbb### ###bbbbbbbb### #####kkkk##### ####kkkkkk####
      ###bbbbbbbb### ##bbbbbbbbbb## ##bbbbbbbbbb## ##bbbbbbbbbb## ##bbbbbbbbbb##

      ############## ##############
      ############## ##############
      cc##########cc ##kk####kk####
      cc###kkkk###cc #kkkk##kkkk##k
      ############## kk##kkkk##kkkk
      ###bbbbbbbb### k####kk####kk#
      ##bbbbbbbbbb## ##bbbbbbbbbb##
      """)

  static let twenty = FrogArt(
    side: 20, eye: (2, 1), mouth: (1, 8),
    head: """
      __#####______#####__
      _#######____#######_
      _h######____#######_
      _#######____#######_
      _#######____#######_
      _##################_
      _##################_
      ####################
      ####################
      ####################
      ####################
      ####################
      ####################
      ####################
      ####################
      _###bbbbbbbbbbbb###_
      __##bbbbbbbbbbbb##__
      ____bbbbbbbbbbbb____
      _gggggggggggggggggg_
      ___gggggggggggggg___
      """,
    eyes: """
      #ooo# #opp# #ooo# ##### ##### ##### kk### ##### ##### ##### kk#kk
      ooppo ooppo ooooo ##### ##### ##### ##kk# ##k## ##### ##### #kkk#
      ooppo ooppo ooppo sssss sssss sssss ###kk #kkk# k###k kkkkk ##k##
      ooppo ooooo ooppo ooppo ppooo ooooo ##kk# kk#kk kk#kk ##### #kkk#
      #ooo# #ooo# #opp# #opp# #ooo# #opp# kk### k###k #kkk# ##### kk#kk
      """,
    mouths: """
      #######n##n####### #######n##n####### #######n##n####### #######n##n#######
      ################## ################## ################## kk##############kk
      ######kkkkkk###### ################## ################## kkk############kkk
      ####kkkkkkkkkk#### cc###kkkkkkkk###cc cc##############cc ckkkk########kkkkc
      cc#kkkkkkkkkkkk#cc cc#kkkkkkkkkkkk#cc cc#kkkkkkkkkkkk#cc cc#kkkkkkkkkkkk#cc
      cc#kkkkttttkkkk#cc ##kkkk######kkkk## ###kkkkkkkkkkkk### ####kkkkkkkkkk####
      ###kkk######kkk### ##kk##########kk## ################## ##################
      ###bbbbbbbbbbbb### ###bbbbbbbbbbbb### ###bbbbbbbbbbbb### ###bbbbbbbbbbbb###

      #######n##n####### #######n##n####### #######n##n#######
      kkkkkkkkkkkkkkkkkk ################## ##################
      kkkkkkkkkkkkkkkkkk ################## ##kkk####kkk####kk
      #kkkkkkkkkkkkkkkk# cc##############cc #kkkkk##kkkkk##kkk
      cckkkttttttttkkkcc cc####kkkkkk####cc kkk#kkkkkk#kkkkkk#
      cc#kkkttttttkkk#cc #######kkkk####### kk###kkkk###kkkk##
      #####kkkkkkkk##### ################## ##################
      ###bbbbbbbbbbbb### ###bbbbbbbbbbbb### ###bbbbbbbbbbbb###
      """)

  static let twentyFour = FrogArt(
    side: 24, eye: (3, 1), mouth: (2, 9),
    head: """
      ____####________####____
      ___######______######___
      __########____########__
      __########____########__
      __########____########__
      __########____########__
      __####################__
      _######################_
      _######################_
      ########################
      ########################
      ########################
      ########################
      ########################
      ########################
      ########################
      ########################
      ########################
      _####bbbbbbbbbbbbbb####_
      __##bbbbbbbbbbbbbbbb##__
      ____bbbbbbbbbbbbbbbb____
      _gggggggggggggggggggggg_
      gggggggggggggggggggggggg
      ___gggggggggggggggggg___
      """,
    eyes: """
      h#oo## h#pp## h#oo## h##### h##### h##### h##### h##### h##### h##### kk##kk
      #oooo# #hppo# #oooo# ###### ###### ###### kkk### ##kk## ###### ###### #kkkk#
      oohppo oopppo oooooo ssssss ssssss ssssss ##kkk# #kkkk# ###### ###### ##kk##
      oopppo oooooo oohppo oopppo oppooo oooooo ###kkk kk##kk k####k kkkkkk #kkkk#
      #oppp# #oooo# #oppp# #oppp# #ppoo# #oppp# ##kkk# k####k kk##kk ###### kk##kk
      ##oo## ##oo## ##pp## ##oo## ##oo## ##pp## kkk### ###### #kkkk# ###### ######
      """,
    mouths: """
      ######n######n###### ######n######n###### ######n######n###### ######n######n######
      #################### #################### #################### k##################k
      #######kkkkkk####### #################### #################### kk################kk
      #####kkkkkkkkkk##### cc####kkkkkkkk####cc cc################cc #kk##############kk#
      cc##kkkkkkkkkkkk##cc cc##kkkkkkkkkkkk##cc cc##kkkkkkkkkkkk##cc c#kkk##########kkk#c
      cc##kkkkttttkkkk##cc cc##kkk######kkk##cc cc##kkkkkkkkkkkk##cc cc##kkkk####kkkk##cc
      cc##kkkttttttkkk##cc ####k##########k#### #################### cc####kkkkkkkk####cc
      ####kk########kk#### ####bbbbbbbbbbbb#### ####bbbbbbbbbbbb#### ######bbbbbbbb######
      #################### ###bbbbbbbbbbbbbb### ###bbbbbbbbbbbbbb### ####bbbbbbbbbbbb####

      ######n######n###### ######n######n###### ######n######n######
      kkkkkkkkkkkkkkkkkkkk #################### ####################
      kkkkkkkkkkkkkkkkkkkk #################### ####kk######kk######
      #kkkkkkkkkkkkkkkkkk# cc################cc ###kkkk####kkkk####k
      ##kkkkttttttttkkkk## cc#####kkkkkk#####cc ##kk##kk##kk##kk##kk
      cc##kkttttttttkk##cc cc######kkkk######cc kkk####kkkk####kkkk#
      cc####kkttttkk####cc #################### kk######kk######kk##
      #######kkkkkk####### ####bbbbbbbbbbbb#### ####################
      ####bbbbbbbbbbbb#### ###bbbbbbbbbbbbbb### ####bbbbbbbbbbbb####
      """)
}
