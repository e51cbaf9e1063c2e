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

/** The light at an hour of the day, 0 to 24. */
export function lightAt(hour: number): Light {
  const next = Math.max(
    HOURS.findIndex((one) => one.hour > hour),
    1,
  )
  const from = HOURS[next - 1] ?? { hour: 0, light: NIGHT }
  const to = HOURS[next] ?? { hour: 24, light: NIGHT }
  const part = (hour - from.hour) / (to.hour - from.hour)
  return {
    skyTop: mix(from.light.skyTop, to.light.skyTop, part),
    skyBottom: mix(from.light.skyBottom, to.light.skyBottom, part),
    tint: mix(from.light.tint, to.light.tint, part),
    lamps: from.light.lamps + (to.light.lamps - from.light.lamps) * part,
  }
}

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
