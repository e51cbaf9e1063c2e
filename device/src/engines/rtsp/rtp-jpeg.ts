import { readJpeg } from '../jpeg/read-jpeg.ts'
import type { Jpeg } from '../jpeg/read-jpeg.ts'

/** Bytes of a payload, so that packets fit into an Ethernet frame. */
const PAYLOAD_MAX = 1_400
/** The tables are in the packet (RFC 2435 §3.1.4). */
const Q_IN_BAND = 255
/** The largest width and height (§3.1.5). */
const SIDE_MAX = 2_040

/**
 * The payloads of a picture (RFC 2435). All but the last one have the marker bit off.
 * @param picture a baseline JPEG with the standard Huffman tables
 * @throws TypeError for a picture that can't be sent: its size, or its chroma
 */
export function payloadsOf(picture: Uint8Array): Buffer[] {
  const jpeg = readJpeg(picture)
  const { width, height, restart, scan } = jpeg
  if (width > SIDE_MAX || height > SIDE_MAX) throw new TypeError('too large for RTP')
  const tables = tablesOf(jpeg)
  const first = Buffer.concat([
    Buffer.from([0, 0, tables.length >> 8, tables.length & 255]),
    tables,
  ])
  const payloads: Buffer[] = []
  for (let offset = 0; offset < scan.length || offset === 0;) {
    const main = Buffer.alloc(8)
    main.writeUInt32BE(offset, 0)
    main[4] = typeOf(jpeg) + (restart > 0 ? 64 : 0)
    main[5] = Q_IN_BAND
    main[6] = Math.ceil(width / 8)
    main[7] = Math.ceil(height / 8)
    const heads = [
      main,
      ...(restart > 0 ? [restartHeader(restart)] : []),
      ...(offset === 0 ? [first] : []),
    ]
    const room = PAYLOAD_MAX - heads.reduce((sum, head) => sum + head.length, 0)
    const part = scan.subarray(offset, offset + room)
    payloads.push(Buffer.concat([...heads, part]))
    offset += part.length
    if (part.length === 0) break
  }
  return payloads
}

/** The whole picture is one restart interval to the receiver: F and L set (§3.1.7). */
function restartHeader(interval: number): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt16BE(interval, 0)
  header.writeUInt16BE(0xffff, 2)
  return header
}

/** 0: chroma halved across, 1: across and down (§4.1). */
function typeOf({ components }: Jpeg): number {
  const [luma, ...chroma] = components
  const halved = chroma.length === 2 && chroma.every(({ across, down }) => across * down === 1)
  if (luma?.across !== 2 || !halved || luma.down > 2) throw new TypeError('chroma unfit for RTP')
  return luma.down - 1
}

/** The tables of luminance and chrominance. */
function tablesOf({ components, quantisation }: Jpeg): Buffer {
  const [luma, chroma] = components.map((one) => quantisation.get(one.quantisation))
  if (!luma || !chroma) throw new TypeError('a quantisation table is missing')
  return Buffer.concat([luma, chroma])
}
