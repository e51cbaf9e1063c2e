/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number]

/** The light at a time of day. */
export interface Light {
  skyTop: Colour
  skyBottom: Colour
  /** The colour of white in this light: every colour is multiplied by it. */
  tint: Colour
  /** Brightness of the lamps, 0 (off) to 1. */
  lamps: number
}

const NIGHT: Light = {
  skyTop: [9, 14, 34],
  skyBottom: [30, 38, 66],
  tint: [64, 72, 104],
  lamps: 1,
}
const DAWN: Light = {
  skyTop: [84, 110, 168],
  skyBottom: [246, 186, 148],
  tint: [206, 184, 178],
  lamps: 0.3,
}
const DAY: Light = {
  skyTop: [96, 158, 222],
  skyBottom: [206, 228, 244],
  tint: [255, 255, 250],
  lamps: 0,
}
const DUSK: Light = {
  skyTop: [66, 74, 130],
  skyBottom: [238, 146, 104],
  tint: [190, 156, 150],
  lamps: 0.7,
}

const HOURS: readonly { hour: number; light: Light }[] = [
  { hour: 0, light: NIGHT },
  { hour: 5, light: NIGHT },
  { hour: 6.5, light: DAWN },
  { hour: 8.5, light: DAY },
  { hour: 17, light: DAY },
  { hour: 19, light: DUSK },
  { hour: 20.5, light: NIGHT },
  { hour: 24, light: NIGHT },
]

/** No light at all: the street lamps are off, too. */
const DARKNESS: Light = {
  skyTop: [2, 3, 6],
  skyBottom: [4, 5, 9],
  tint: [7, 8, 12],
  lamps: 0,
}

/** The light at some levels. Between them it changes with the logarithm of the level, as eyes see it. */
const LEVELS: readonly { lux: number; light: Light }[] = [
  { lux: 0.1, light: DARKNESS },
  { lux: 2, light: NIGHT },
  { lux: 60, light: DUSK },
  { lux: 400, light: DAWN },
  { lux: 5_000, light: DAY },
]

/** The light at this many lux. */
export function lightOf(lux: number): Light {
  const at = LEVELS.findIndex((one) => one.lux > lux)
  if (at === -1) return DAY
  const [from, to] = [LEVELS[at - 1], LEVELS[at]]
  if (!from || !to) return DARKNESS
  return between(from.light, to.light, Math.log(lux / from.lux) / Math.log(to.lux / from.lux))
}

/** The light at an hour of the day, 0 to 24. */
export function lightAt(hour: number): Light {
  const next = Math.max(
    HOURS.findIndex((one) => one.hour > hour),
    1,
  )
  const from = HOURS[next - 1] ?? { hour: 0, light: NIGHT }
  const to = HOURS[next] ?? { hour: 24, light: NIGHT }
  const part = (hour - from.hour) / (to.hour - from.hour)
  return between(from.light, to.light, part)
}

const between = (from: Light, to: Light, part: number): Light => ({
  skyTop: mix(from.skyTop, to.skyTop, part),
  skyBottom: mix(from.skyBottom, to.skyBottom, part),
  tint: mix(from.tint, to.tint, part),
  lamps: from.lamps + (to.lamps - from.lamps) * part,
})

export function mix(from: Colour, to: Colour, part: number): Colour {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * part
  return [at(0), at(1), at(2)]
}

/** A colour in this light. */
export function lit(colour: Colour, { tint }: Light): Colour {
  const at = (index: 0 | 1 | 2) => (colour[index] * tint[index]) / 255
  return [at(0), at(1), at(2)]
}

export function css([red, green, blue]: Colour, alpha = 1): string {
  return `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${alpha})`
}
