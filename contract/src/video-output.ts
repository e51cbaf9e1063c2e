/** What a product with HDMI can show there. Source: specification B §3 "Video output", B §7. */

/** One of the pictures that can be shown. */
export interface VideoSource {
  Id: string
  Name: string
  /** Whether it is the one that is shown. */
  Active: boolean
}

/** One of the ways in which the picture can be turned. */
export interface VideoRotation {
  /** Clockwise. */
  Degrees: string
  /** Whether several pictures at once can be turned like this. */
  QuadViewSupport: boolean
  Active: boolean
}

/** The ids of the sources that consoles offer. B §7 (OPEN-109). */
export const OFFERED_SOURCES: readonly string[] = ['1', '5']

/** The id of the source that shows all pictures at once. */
export const ALL_VIEWS = '5' as const
