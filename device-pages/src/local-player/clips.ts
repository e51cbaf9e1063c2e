import type { ParameterValues } from '@lintel/contract/calls/parameters'

/** A clip stored on the device. */
export interface Clip {
  /** `5` for `root.MediaClip.M5`. */
  id: string
  name: string
}

const NAME = /^root\.MediaClip\.M(\d+)\.Name$/

/**
 * The clips among the parameters of `root.MediaClip`, sorted by name; a clip without a name goes by
 * its number.
 */
export function clipsIn(values: ParameterValues, language: string): Clip[] {
  const clips = Array.from(values).flatMap(([parameter, name]) => {
    const id = NAME.exec(parameter)?.[1]
    return id === undefined ? [] : [{ id, name: name.trim() || id }]
  })
  const { compare } = new Intl.Collator(language, { numeric: true })
  return clips.toSorted((a, b) => compare(a.name, b.name))
}
