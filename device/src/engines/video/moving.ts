import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, lit } from './light.ts'
import type { Colour, Light } from './light.ts'
import { SCENE } from './street.ts'

/**
 * Draws everything that moves, at a time in seconds. Deterministic: the same second always looks
 * the same.
 */
export function paintMoving(context: SKRSContext2D, seconds: number, light: Light): void {
  paintClouds(context, seconds, light)
  paintTree(context, seconds, light)
  const walker = walkerAt(seconds)
  if (!walker) return
  context.save()
  context.translate(walker.x, PATH)
  context.scale(SIZE, SIZE)
  paintWalker(context, walker, light)
  context.restore()
}

function paintClouds(context: SKRSContext2D, seconds: number, light: Light): void {
  context.fillStyle = css(lit([255, 255, 255], light), 0.34)
  for (const { start, y, size, speed } of [
    { start: 60, y: 58, size: 1, speed: 2.2 },
    { start: 420, y: 40, size: 0.7, speed: 1.5 },
  ]) {
    const x = ((start + seconds * speed) % (SCENE.width + 240)) - 120
    context.beginPath()
    context.ellipse(x, y, 62 * size, 11 * size, 0, 0, Math.PI * 2)
    context.ellipse(x - 18 * size, y - 9 * size, 30 * size, 12 * size, 0, 0, Math.PI * 2)
    context.ellipse(x + 22 * size, y - 6 * size, 26 * size, 10 * size, 0, 0, Math.PI * 2)
    context.fill()
  }
}

const LEAVES: readonly { x: number; y: number; size: number; colour: Colour }[] = [
  { x: 0, y: 0, size: 50, colour: [66, 112, 62] },
  { x: -34, y: 20, size: 36, colour: [58, 100, 56] },
  { x: 36, y: 22, size: 38, colour: [72, 120, 66] },
  { x: -12, y: -28, size: 34, colour: [84, 134, 74] },
  { x: 24, y: -18, size: 30, colour: [92, 144, 80] },
]

/** A tree whose crown sways in the wind: slow gusts and a quick flutter. */
function paintTree(context: SKRSContext2D, seconds: number, light: Light): void {
  const [x, top, foot] = [478, 196, 352]
  const gust = Math.sin(seconds * 0.7) * 5 + Math.sin(seconds * 1.9 + 1) * 2.5
  context.strokeStyle = css(lit([86, 66, 52], light))
  context.lineCap = 'round'
  context.lineWidth = 11
  context.beginPath()
  context.moveTo(x, foot)
  context.quadraticCurveTo(x, 270, x + gust, top)
  context.stroke()
  for (const leaf of LEAVES) {
    const flutter = Math.sin(seconds * 3.1 + leaf.x) * 1.6
    const sway = gust * (1.3 - leaf.y / 60)
    context.fillStyle = css(lit(leaf.colour, light))
    context.beginPath()
    context.arc(x + leaf.x + sway, top + leaf.y + flutter, leaf.size, 0, Math.PI * 2)
    context.fill()
  }
}

interface Walker {
  x: number
  direction: 1 | -1
  /** Swing angle of arms and legs, in radians. */
  step: number
  coat: Colour
  trousers: Colour
}

/** The walking line, and the height of a person relative to the door. */
const PATH = 362
const SIZE = 0.64

/** Interval at which people start, and how long they take to cross, in seconds. */
const EVERY = 38
const WALKS = 16
const COATS: readonly Colour[] = [
  [170, 58, 52],
  [48, 84, 140],
  [198, 156, 62],
  [70, 76, 82],
  [94, 122, 84],
]
const TROUSERS: readonly Colour[] = [
  [52, 56, 72],
  [92, 84, 76],
  [38, 40, 44],
]

function walkerAt(seconds: number): Walker | undefined {
  const turn = Math.floor(seconds / EVERY)
  const walked = (seconds - turn * EVERY) / WALKS
  if (walked > 1) return undefined
  // The turn's number selects the person, spread so that consecutive ones differ.
  const pick = (Math.imul(turn, 2_654_435_761) >>> 8) & 0xffff
  const direction = pick % 2 === 0 ? 1 : -1
  const along = -60 + walked * (SCENE.width + 120)
  return {
    x: direction === 1 ? along : SCENE.width - along,
    direction,
    step: seconds * 5.6,
    coat: COATS[pick % COATS.length] ?? [70, 76, 82],
    trousers: TROUSERS[pick % TROUSERS.length] ?? [52, 56, 72],
  }
}

/** Draws a person whose feet are at the origin. */
function paintWalker(context: SKRSContext2D, walker: Walker, light: Light): void {
  const { direction, step, coat, trousers } = walker
  const [x, foot] = [0, 0]
  const swing = Math.sin(step)
  const bob = Math.abs(Math.cos(step)) * 3
  const hip = foot - 74 - bob
  const shoulder = hip - 56

  context.fillStyle = css([0, 0, 0], 0.22)
  context.beginPath()
  context.ellipse(x, foot + 3, 30, 5, 0, 0, Math.PI * 2)
  context.fill()

  context.lineCap = 'round'
  for (const side of [-1, 1]) {
    const reach = swing * side * 20 * direction
    limb(
      context,
      lit(trousers, light),
      13,
      [x, hip],
      [x + reach * 0.45, hip + 38],
      [x + reach, foot],
    )
  }
  const arm = lit([coat[0] * 0.82, coat[1] * 0.82, coat[2] * 0.82], light)
  limb(context, arm, 10, [x, shoulder + 8], [x + swing * 10, hip - 20], [x + swing * 18, hip + 2])
  context.fillStyle = css(lit(coat, light))
  context.beginPath()
  context.roundRect(x - 17, shoulder, 34, hip - shoulder + 14, 13)
  context.fill()
  limb(context, arm, 10, [x, shoulder + 8], [x - swing * 10, hip - 20], [x - swing * 18, hip + 2])
  context.fillStyle = css(lit([224, 184, 152], light))
  context.beginPath()
  context.arc(x + direction * 2, shoulder - 16, 13, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = css(lit([66, 48, 38], light))
  context.beginPath()
  context.ellipse(x - direction, shoulder - 22, 14, 9, 0, 0, Math.PI * 2)
  context.fill()
}

function limb(
  context: SKRSContext2D,
  colour: Colour,
  width: number,
  ...points: readonly (readonly [number, number])[]
): void {
  context.strokeStyle = css(colour)
  context.lineWidth = width
  context.beginPath()
  points.forEach(([x, y], index) => {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  })
  context.stroke()
}
