import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, lit, mix } from './light.ts'
import type { Colour, Light } from './light.ts'

/** Scene coordinates are 640 by 480; the renderer scales them. */
export const SCENE = { width: 640, height: 480 } as const

const GROUND = 330
const KERB = 372

interface House {
  left: number
  width: number
  top: number
  wall: Colour
  roof: Colour
  storeys: number
}

const HOUSES: readonly House[] = [
  { left: -14, width: 168, top: 120, wall: [186, 122, 96], roof: [96, 60, 52], storeys: 3 },
  { left: 154, width: 232, top: 150, wall: [222, 206, 172], roof: [110, 74, 62], storeys: 2 },
  { left: 386, width: 150, top: 96, wall: [150, 164, 172], roof: [78, 84, 94], storeys: 3 },
  { left: 536, width: 130, top: 138, wall: [204, 168, 128], roof: [104, 66, 54], storeys: 2 },
]
const GLASS: Colour = [98, 122, 140]
const WARM: Colour = [255, 214, 136]

/** Draws everything static: sky, houses, street. */
export function paintStreet(context: SKRSContext2D, light: Light): void {
  paintSky(context, light)
  for (const house of HOUSES) paintHouse(context, house, light)
  paintDoor(context, light)
  paintGround(context, light)
  paintLamp(context, 118, light)
}

function box(
  context: SKRSContext2D,
  colour: Colour,
  [x, y, width, height]: readonly [number, number, number, number],
): void {
  context.fillStyle = css(colour)
  context.fillRect(x, y, width, height)
}

function paintSky(context: SKRSContext2D, light: Light): void {
  const sky = context.createLinearGradient(0, 0, 0, GROUND)
  sky.addColorStop(0, css(light.skyTop))
  sky.addColorStop(1, css(light.skyBottom))
  context.fillStyle = sky
  context.fillRect(-200, -200, SCENE.width + 400, GROUND + 200)
  if (light.lamps < 0.8) return
  for (let star = 0; star < 40; star += 1) {
    const [x, y] = [(star * 173) % 640, 34 + ((star * 97) % 150)]
    box(context, [220, 226, 240], [x, y, 1.4, 1.4])
  }
}

function paintHouse(context: SKRSContext2D, house: House, light: Light): void {
  const { left, width, top, wall, roof, storeys } = house
  const height = GROUND - top
  box(context, lit(wall, light), [left, top, width, height])
  context.fillStyle = css(lit(roof, light))
  context.beginPath()
  context.moveTo(left - 8, top)
  context.lineTo(left + 26, top - 40)
  context.lineTo(left + width - 26, top - 40)
  context.lineTo(left + width + 8, top)
  context.fill()
  box(context, lit(mix(wall, [40, 40, 44], 0.55), light), [left, GROUND - 22, width, 22])
  const columns = Math.floor(width / 52)
  const step = height / (storeys + 0.25)
  for (let row = 0; row < storeys; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const x = left + ((column + 0.5) * width) / columns - 13
      const y = top + 16 + row * step
      // The door replaces the middle windows on the ground floor.
      if (row === storeys - 1 && left === 154 && column > 0 && column < columns - 1) continue
      const awake = (left * 7 + row * 3 + column * 5) % 3 === 0
      const glass = awake ? mix(lit(GLASS, light), WARM, light.lamps) : lit(GLASS, light)
      box(context, lit([240, 238, 232], light), [x - 3, y - 3, 32, 42])
      box(context, glass, [x, y, 26, 36])
      box(context, lit([240, 238, 232], light), [x + 12, y, 2, 36])
      box(context, lit([240, 238, 232], light), [x - 5, y + 39, 36, 4])
    }
  }
}

function paintDoor(context: SKRSContext2D, light: Light): void {
  const x = 248
  box(context, lit([238, 232, 218], light), [x - 7, 232, 58, 98])
  box(context, lit([38, 84, 76], light), [x, 240, 44, 90])
  box(context, mix(lit(GLASS, light), WARM, light.lamps), [x + 6, 246, 32, 16])
  for (const y of [270, 300]) box(context, lit([30, 68, 62], light), [x + 7, y, 30, 22])
  box(context, lit([214, 186, 110], light), [x + 36, 288, 4, 8])
  box(context, lit([150, 148, 144], light), [x - 14, 326, 72, 6])
}

function paintGround(context: SKRSContext2D, light: Light): void {
  box(context, lit([168, 164, 158], light), [-200, GROUND, 1040, KERB - GROUND])
  context.strokeStyle = css(lit([146, 142, 138], light))
  context.lineWidth = 1
  context.beginPath()
  for (let x = -200; x < 840; x += 44) {
    context.moveTo(x, GROUND)
    context.lineTo(x + (x - 320) * 0.12, KERB)
  }
  context.stroke()
  box(context, lit([200, 198, 192], light), [-200, KERB, 1040, 6])
  const road = context.createLinearGradient(0, KERB + 6, 0, 480)
  road.addColorStop(0, css(lit([84, 86, 92], light)))
  road.addColorStop(1, css(lit([104, 106, 112], light)))
  context.fillStyle = road
  context.fillRect(-200, KERB + 6, 1040, 400)
  for (let x = -160; x < 840; x += 120) {
    box(context, lit([216, 214, 204], light), [x, 428, 62, 5])
  }
}

function paintLamp(context: SKRSContext2D, x: number, light: Light): void {
  box(context, lit([58, 62, 66], light), [x, 168, 5, KERB - 168])
  box(context, lit([58, 62, 66], light), [x - 24, 166, 30, 5])
  box(context, mix(lit([190, 190, 184], light), [255, 240, 200], light.lamps), [x - 28, 171, 20, 5])
  if (light.lamps === 0) return
  const glow = context.createRadialGradient(x - 18, 200, 4, x - 18, 240, 160)
  glow.addColorStop(0, css([255, 226, 160], 0.5 * light.lamps))
  glow.addColorStop(1, css([255, 214, 140], 0))
  context.fillStyle = glow
  context.fillRect(x - 200, 60, 380, 360)
}
