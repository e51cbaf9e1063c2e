import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { canWrite, widthOf, write } from './letters.ts'
import { lightAt, lightOf } from './light.ts'
import { paintMoving } from './moving.ts'
import { DEFAULT_OVERLAY, DEFAULT_SETTINGS, FREE_LENS } from './orders.ts'
import type { Lens, Overlay, PictureSettings } from './orders.ts'
import { paintStreet, SCENE } from './street.ts'

/** The camera's view, in one size. */
export interface Picture {
  /**
   * Draws the scene at a moment (local time, as UTC milliseconds) and returns it as JPEG. A picture
   * of almost the same moment is not drawn again, only encoded.
   * @param name the text of the overlay; empty for none
   */
  draw(
    local: number,
    name: string,
    quality: number,
    settings?: PictureSettings,
    lens?: Lens,
    overlay?: Overlay,
  ): Uint8Array
  /**
   * The share of the picture that is dark, 0 to 1, as the lens sees it: without caption and picture
   * settings.
   */
  darkness(local: number, lens: Lens): number
}

const DAY = 86_400_000
/** Moments less apart than this are one picture in all qualities, in milliseconds. */
const SAME_MS = 20
/** How long the static part is cached: the light changes slowly. */
const STILL_MS = 30_000
/** What gets through to a covered lens. */
const COVER = '#050506'
/** A pixel is dark below this brightness, of 255. */
const DARK = 32

export function createPicture(width: number, height: number): Picture {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const still = createCanvas(width, height)
  const caption = createCanvas(width, captionHeight(width))
  let seen: Canvas | undefined
  let painted = ''
  let written = ''
  /** What was drawn last. */
  let drawn:
    | {
        local: number
        name: string
        settings: PictureSettings
        lens: Lens
        overlay: Overlay
        on: Canvas
      }
    | undefined

  function drawStreet(local: number, lux: number | null): void {
    const light = lux === null ? lightAt((local % DAY) / 3_600_000) : lightOf(lux)
    const part = `${Math.floor(local / STILL_MS)} ${lux}`
    if (part !== painted) {
      painted = part
      inScene(still, (scene) => paintStreet(scene, light))
    }
    context.drawImage(still, 0, 0)
    inScene(canvas, (scene) => paintMoving(scene, local / 1000, light))
  }

  function drawCover(): void {
    context.fillStyle = COVER
    context.fillRect(0, 0, width, height)
  }

  function drawView(local: number, { covered, lux }: Lens): void {
    if (covered) drawCover()
    else drawStreet(local, lux)
  }

  /** Returns the canvas that it has drawn on. */
  function draw(
    local: number,
    name: string,
    settings: PictureSettings,
    lens: Lens,
    overlay: Overlay,
  ): Canvas {
    drawView(local, lens)
    const time = timeOf(local, overlay)
    if (written !== time + name) {
      written = time + name
      writeCaption(caption, name, time)
    }
    // The caption stays upright and readable, whatever the picture settings.
    const shown = isPlain(settings) ? canvas : (seen ??= createCanvas(width, height))
    if (shown !== canvas) drawAs(settings, canvas, shown)
    if (written !== '') {
      shown.getContext('2d').drawImage(caption, 0, overlay.bottom ? height - caption.height : 0)
    }
    return shown
  }

  return {
    draw(
      local,
      name,
      quality,
      settings = DEFAULT_SETTINGS,
      lens = FREE_LENS,
      overlay = DEFAULT_OVERLAY,
    ) {
      if (
        !drawn ||
        Math.abs(local - drawn.local) >= SAME_MS ||
        drawn.name !== name ||
        drawn.settings !== settings ||
        drawn.lens !== lens ||
        drawn.overlay !== overlay
      ) {
        const on = draw(local, name, settings, lens, overlay)
        drawn = { local, name, settings, lens, overlay, on }
      }
      return drawn.on.encodeSync('jpeg', quality)
    },
    darkness(local, lens) {
      drawn = undefined
      drawView(local, lens)
      return shareOfDark(context.getImageData(0, 0, width, height).data)
    },
  }
}

/** `2026-11-24 09:30:00`, or a part of it. */
function timeOf(local: number, { date, clock }: Overlay): string {
  const [day = '', time = ''] = new Date(local).toISOString().slice(0, 19).split('T')
  return [...(date ? [day] : []), ...(clock ? [time] : [])].join(' ')
}

/** @param pixels red, green, blue and opacity, 0 to 255 each */
function shareOfDark(pixels: Uint8ClampedArray): number {
  let dark = 0
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index, index + 3)
    // Brightness as in ITU-R BT.601.
    if (0.299 * red + 0.587 * green + 0.114 * blue < DARK) dark += 1
  }
  return dark / (pixels.length / 4)
}

function isPlain(settings: PictureSettings): boolean {
  return Object.entries(settings).every(
    ([name, value]) => value === DEFAULT_SETTINGS[name as keyof PictureSettings],
  )
}

/** Draws a picture onto another canvas with the picture settings applied. */
function drawAs(settings: PictureSettings, from: Canvas, to: Canvas): void {
  const context = to.getContext('2d')
  const { width, height } = to
  const across = settings.mirrored === settings.upsideDown ? 1 : -1
  const down = settings.upsideDown ? -1 : 1
  context.save()
  context.filter = [
    `brightness(${factorOf(settings.brightness)})`,
    `contrast(${factorOf(settings.contrast)})`,
    `saturate(${settings.saturation / 50})`,
  ].join(' ')
  context.setTransform(across, 0, 0, down, across < 0 ? width : 0, down < 0 ? height : 0)
  context.drawImage(from, 0, 0)
  context.restore()
}

/** Maps 0 to 100 percent to a factor around 1; even the extremes leave something visible. */
const factorOf = (percent: number) => 0.35 + (1.3 * percent) / 100

/** Draws in scene coordinates: the scene covers the picture, and the excess is cropped. */
function inScene(canvas: Canvas, draw: (scene: SKRSContext2D) => void): void {
  const context = canvas.getContext('2d')
  const scale = Math.max(canvas.width / SCENE.width, canvas.height / SCENE.height)
  context.save()
  context.translate(canvas.width / 2, canvas.height / 2)
  context.scale(scale, scale)
  context.translate(-SCENE.width / 2, -SCENE.height / 2)
  draw(context)
  context.restore()
}

const captionHeight = (width: number) => Math.max(Math.round(width / 25), 14)

/** Draws the name on the left and the time on the right, on a dark band. */
function writeCaption(canvas: Canvas, name: string, time: string): void {
  const context = canvas.getContext('2d')
  const { width, height } = canvas
  const margin = height * 0.35
  const size = height * 0.72
  const top = height * 0.1
  context.clearRect(0, 0, width, height)
  context.fillStyle = 'rgba(0,0,0,0.55)'
  context.fillRect(0, 0, width, height)
  context.strokeStyle = '#fff'
  context.fillStyle = '#fff'
  context.lineWidth = Math.max(size / 11, 1)
  const timeWidth = widthOf(time, size)
  write(context, time, width - margin - timeWidth, top, size)
  const room = width - timeWidth - 3 * margin
  // Names with other characters use the machine's fonts, if it has any.
  if (!canWrite(name) && GlobalFonts.families.length > 0) {
    context.font = `${Math.round(size * 0.75)}px sans-serif`
    context.textBaseline = 'middle'
    context.fillText(name, margin, height / 2, Math.max(room, 1))
    return
  }
  const needed = widthOf(name, size)
  write(context, fitting(name, needed, room), margin, top, size)
}

/** The name, truncated to the available width. */
function fitting(name: string, needed: number, room: number): string {
  if (needed <= room) return name
  const count = Math.max(Math.floor((Array.from(name).length * room) / needed) - 2, 0)
  return `${Array.from(name).slice(0, count).join('')}..`
}
