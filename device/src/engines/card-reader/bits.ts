/** A sequence of bits, most significant first, as a text of `0` and `1`. */
export type Bits = string

/** The bits of bytes. */
export function bitsOf(bytes: Uint8Array): Bits {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
}

/** Bytes with these bits from the left; the last one is filled with zeros. */
export function bytesOf(bits: Bits): Uint8Array {
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8).padEnd(8, '0'), 2),
  )
}

/** A number in `size` bits: its low ones, after zeros if it is small. */
export function numberBits(value: bigint, size: number): Bits {
  return fitted(value.toString(2), size)
}

/** The last `size` bits, after zeros if there are fewer. */
export function fitted(bits: Bits, size: number): Bits {
  return size === 0 ? '' : bits.slice(-size).padStart(size, '0')
}

/** How many of the bits are 1. */
export function ones(bits: Bits): number {
  return bits.replaceAll('0', '').length
}
