/** A Huffman table (ITU-T T.81 §B.2.4.2): how many codes of each length, and what they stand for. */
export interface HuffmanTable {
  /** Of 1 to 16 bits. */
  counts: Uint8Array
  values: Uint8Array
}

/** A component of the picture. */
export interface Component {
  /** Blocks of a unit (MCU), across and down. */
  across: number
  down: number
  /** The number of its quantisation table. */
  quantisation: number
  dc: number
  ac: number
}

/** The parts of a baseline JPEG of one scan. */
export interface Jpeg {
  width: number
  height: number
  components: readonly Component[]
  /** 64 values of 8 bits in zigzag order, by number. */
  quantisation: ReadonlyMap<number, Uint8Array>
  /** By number. */
  dc: ReadonlyMap<number, HuffmanTable>
  ac: ReadonlyMap<number, HuffmanTable>
  /** Units between restart markers; 0: there are none. */
  restart: number
  /** The compressed picture, without the end marker. */
  scan: Uint8Array
  /** The segments before it but Huffman tables, as bytes. */
  head: readonly Uint8Array[]
  /** The start of the scan, `FFDA` and its header. */
  scanHead: Uint8Array
}

/** ITU-T T.81 §B.1.1.3. */
const MARK = { sof0: 0xc0, dht: 0xc4, soi: 0xd8, eoi: 0xd9, sos: 0xda, dqt: 0xdb, dri: 0xdd }

/**
 * Reads a JPEG as encoders write it.
 * @throws TypeError if it isn't baseline with one scan, or if it is broken
 */
export function readJpeg(bytes: Uint8Array): Jpeg {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 4 || view.readUInt16BE(0) !== 0xff00 + MARK.soi) throw broken('no start')
  const quantisation = new Map<number, Uint8Array>()
  const dc = new Map<number, HuffmanTable>()
  const ac = new Map<number, HuffmanTable>()
  const head: Uint8Array[] = [view.subarray(0, 2)]
  let frame: { width: number; height: number; parts: Map<number, Component> } | undefined
  let restart = 0
  let at = 2
  while (at + 4 <= view.length) {
    if (view[at] !== 0xff) throw broken('no marker')
    const mark = view[at + 1] ?? 0
    const end = at + 2 + view.readUInt16BE(at + 2)
    if (end > view.length) throw broken('cut off')
    const content = view.subarray(at + 4, end)
    if (mark === MARK.dqt) readQuantisation(content, quantisation)
    else if (mark === MARK.dht) readHuffman(content, { dc, ac })
    else if (mark === MARK.dri) restart = content.readUInt16BE(0)
    else if (mark === MARK.sof0) frame = readFrame(content)
    else if (mark > MARK.sof0 && mark < 0xd0) throw broken('not baseline')
    if (mark === MARK.sos) {
      if (!frame) throw broken('no frame')
      return {
        width: frame.width,
        height: frame.height,
        components: readScan(content, frame.parts),
        quantisation,
        dc,
        ac,
        restart,
        scan: withoutEnd(view.subarray(end)),
        head,
        scanHead: view.subarray(at, end),
      }
    }
    if (mark !== MARK.dht) head.push(view.subarray(at, end))
    at = end
  }
  throw broken('no scan')
}

const broken = (what: string): TypeError => new TypeError(`not a JPEG that can be read: ${what}`)

function readQuantisation(content: Buffer, tables: Map<number, Uint8Array>): void {
  for (let at = 0; at < content.length; at += 65) {
    const head = content[at] ?? 0
    if (head > 3 || at + 65 > content.length) throw broken('quantisation table')
    tables.set(head, content.subarray(at + 1, at + 65))
  }
}

function readHuffman(
  content: Buffer,
  tables: { dc: Map<number, HuffmanTable>; ac: Map<number, HuffmanTable> },
): void {
  let at = 0
  while (at < content.length) {
    const head = content[at] ?? 0
    const counts = content.subarray(at + 1, at + 17)
    const length = counts.reduce((sum, count) => sum + count, 0)
    const values = content.subarray(at + 17, at + 17 + length)
    if (counts.length < 16 || values.length < length) throw broken('Huffman table')
    ;(head >= 0x10 ? tables.ac : tables.dc).set(head & 0x0f, { counts, values })
    at += 17 + length
  }
}

function readFrame(content: Buffer) {
  if (content.length < 6 || content[0] !== 8) throw broken('frame')
  const parts = new Map<number, Component>()
  for (let at = 6; at + 3 <= content.length; at += 3) {
    const [id = 0, sampling = 0, quantisation = 0] = content.subarray(at, at + 3)
    const [across, down] = [sampling >> 4, sampling & 15]
    if (across < 1 || across > 4 || down < 1 || down > 4) throw broken('sampling')
    parts.set(id, { across, down, quantisation, dc: 0, ac: 0 })
  }
  return { height: content.readUInt16BE(1), width: content.readUInt16BE(3), parts }
}

function readScan(content: Buffer, parts: ReadonlyMap<number, Component>): Component[] {
  const count = content[0] ?? 0
  if (count !== parts.size || content.length < 1 + 2 * count) throw broken('several scans')
  return Array.from({ length: count }, (_, index) => {
    const [id = 0, tables = 0] = content.subarray(1 + 2 * index, 3 + 2 * index)
    const component = parts.get(id)
    if (!component) throw broken('scan')
    return { ...component, dc: tables >> 4, ac: tables & 15 }
  })
}

function withoutEnd(scan: Buffer): Buffer {
  const end = scan.lastIndexOf(Buffer.from([0xff, MARK.eoi]))
  return end < 0 ? scan : scan.subarray(0, end)
}
