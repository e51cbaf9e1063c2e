import type { SKRSContext2D } from '@napi-rs/canvas'

/**
 * A stroke font, so that text works on machines without fonts. Own design.
 * A glyph is a list of strokes, separated by spaces. A stroke is a list of points of two digits
 * each: x from 0 to 4, y from 0 (top of capitals) over 2 (top of small letters) and 6 (base line)
 * to 8. A single point is a dot.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  ' ': '',
  '!': '0004 06',
  '"': '0001 2021',
  '#': '1016 3036 0242 0444',
  $: '2026 413010010213334445361605',
  '%': '4006 0010110100 3545463635',
  '&': '46011020310405162644',
  "'": '0001',
  '’': '0001',
  '(': '20020426',
  ')': '00222406',
  '*': '2125 0244 0442',
  '+': '2125 0343',
  ',': '1607',
  '-': '0333',
  '–': '0343',
  '.': '06',
  '/': '4006',
  '0': '103041453616050110 23',
  '1': '112026 1636',
  '2': '01103041420646',
  '3': '01103041423323 334445361605',
  '4': '36300444',
  '5': '400002324345361605',
  '6': '413010010516364544331304',
  '7': '004016',
  '8': '103041423313020110 3344453616050413',
  '9': '051636454130100102133342',
  ':': '02 05',
  ';': '12 1607',
  '<': '410345',
  '=': '0242 0444',
  '>': '014305',
  '?': '01103041422324 26',
  '@': '34322213243444413010010516 36',
  A: '062046 1434',
  B: '06003041423303 3344453606',
  C: '4130100105163645',
  D: '06002042442606',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  I: '0020 1016 0626',
  J: '4045361605',
  K: '0006 4004 1346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  '[': '20000626',
  '\\': '0046',
  ']': '00202606',
  '^': '022042',
  _: '0747',
  '`': '0011',
  a: '12324346 441405163645',
  b: '0006 0312324345361605',
  c: '4332120305163645',
  d: '4046 4332120305163645',
  e: '04444332120305163645',
  f: '30201116 0232',
  g: '4247381807 4332120305163645',
  h: '0006 0312324346',
  i: '0206 00',
  j: '121708 10',
  k: '0006 3205 1436',
  l: '000516',
  m: '0206 03122326 23324346',
  n: '0206 0312324346',
  o: '123243453616050312',
  p: '0208 0312324345361605',
  q: '4248 4332120305163645',
  r: '0206 031232',
  s: '43321203143445361605',
  t: '10152636 0232',
  u: '0205163645 4246',
  v: '022642',
  w: '0216243642',
  x: '0246 4206',
  y: '0226 4218',
  z: '02420646',
  '{': '20111203141526',
  '|': '0006',
  '}': '00111223141506',
  '~': '04133443',
  '°': '0010110100',
  ß: '0601102031322334352616',
}

/** Combining accents (Unicode NFD), drawn above the letter on lines 0 and 1, or below it. */
const ABOVE: Readonly<Record<string, string>> = {
  '\u0300': '1021',
  '\u0301': '3021',
  '\u0302': '112031',
  '\u0303': '01103140',
  '\u0304': '1131',
  '\u0306': '10113130',
  '\u0307': '21',
  '\u0308': '10 30',
  '\u030A': '1030311110',
  '\u030B': '2011 4031',
  '\u030C': '102130',
}
const BELOW: Readonly<Record<string, string>> = { '\u0327': '262718', '\u0328': '362738' }

/** The glyph for missing characters. */
const BOX = '0040460600'
/** Lines above the capitals, for accents; total lines from top to bottom. */
const HEADROOM = 2
const LINES = HEADROOM + 8

type Stroke = readonly (readonly [x: number, y: number])[]

/** Whether the font has every character of the text. */
export function canWrite(text: string): boolean {
  return Array.from(text.normalize('NFD')).every(
    (sign) => sign in GLYPHS || sign in ABOVE || sign in BELOW,
  )
}

/**
 * Draws a line in the current stroke colour and returns its width. `top` and `height` include
 * accents and descenders.
 */
export function write(
  context: SKRSContext2D,
  text: string,
  left: number,
  top: number,
  height: number,
): number {
  const unit = height / LINES
  let x = left
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  for (const { strokes, width } of glyphsOf(text)) {
    for (const stroke of strokes) {
      const points = stroke.length === 1 ? [...stroke, ...stroke] : stroke
      points.forEach(([px, py], index) => {
        const at: [number, number] = [x + px * unit, top + (py + HEADROOM) * unit]
        // A dot needs a line of some length for its round ends to be drawn.
        if (index === 0) context.moveTo(...at)
        else context.lineTo(at[0] + (stroke.length === 1 ? 0.01 : 0), at[1])
      })
    }
    x += (width + 2) * unit
  }
  context.stroke()
  return x - left
}

/** The width of a line at this height. */
export function widthOf(text: string, height: number): number {
  return glyphsOf(text).reduce((sum, { width }) => sum + width + 2, 0) * (height / LINES)
}

interface Glyph {
  strokes: Stroke[]
  width: number
}

function glyphsOf(text: string): Glyph[] {
  const glyphs: Glyph[] = []
  let small = false
  for (const sign of text.normalize('NFD')) {
    const [above, below, last] = [ABOVE[sign], BELOW[sign], glyphs.at(-1)]
    if (last && above !== undefined) {
      // The accent replaces the dot of i and j.
      last.strokes = last.strokes.filter((stroke) => stroke.length > 1)
      last.strokes.push(...moved(strokesIn(above), (last.width - 4) / 2, small ? 0 : -2))
    } else if (last && below !== undefined) {
      last.strokes.push(...moved(strokesIn(below), (last.width - 4) / 2, 0))
    } else {
      const strokes = strokesIn(GLYPHS[sign] ?? BOX)
      const right = Math.max(0, ...strokes.flat().map(([px]) => px))
      // Digits have equal widths, so that a clock doesn't jump.
      glyphs.push({ strokes, width: /\d/.test(sign) ? 4 : sign === ' ' ? 2 : right })
      small = sign !== sign.toUpperCase()
    }
  }
  return glyphs
}

function strokesIn(code: string): Stroke[] {
  return code
    .split(' ')
    .filter(Boolean)
    .map((stroke) =>
      Array.from(stroke.matchAll(/(\d)(\d)/g), ([, x, y]) => [Number(x), Number(y)] as const),
    )
}

function moved(strokes: Stroke[], dx: number, dy: number): Stroke[] {
  return strokes.map((stroke) => stroke.map(([x, y]) => [x + dx, y + dy] as const))
}
