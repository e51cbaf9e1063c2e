import type { ParameterValues } from '../calls/parameters.ts'

/** A clip stored on the device. Source: console specification B §3 "Media clip". */
export interface Clip {
  /** `5` for `root.MediaClip.M5`. */
  id: string
  name: string
  /** Its file on the device. */
  location: string
}

const NAME = /^root\.MediaClip\.M(\d+)\.Name$/

/**
 * The clips among the parameters of `root.MediaClip`, sorted by name; a clip without a name goes by
 * its number.
 */
export function clipsIn(values: ParameterValues, language: string): Clip[] {
  const clips = Array.from(values).flatMap(([parameter, name]) => {
    const id = NAME.exec(parameter)?.[1]
    if (id === undefined) return []
    const location = values.get(`root.MediaClip.M${Number(id)}.Location`) ?? ''
    return [{ id, name: name.trim() || id, location }]
  })
  const { compare } = new Intl.Collator(language, { numeric: true })
  return clips.toSorted((a, b) => compare(a.name, b.name))
}
