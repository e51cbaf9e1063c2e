/** The audio codecs in the form: those selected, in the user's order, as one text. B §3, B §4. */
import type { AudioCodecRecord } from '@lintel/contract/calls/sip'

/** A row of the list. */
export interface Codec {
  /** Name and sample rate, by which codecs differ. */
  id: string
  name: string
  /** Hertz. */
  rate: number
  selected: boolean
}

const idOf = ({ Name, SampleRate }: AudioCodecRecord) => `${Name}/${SampleRate}`
const idsIn = (selected: string) => selected.split(',').filter(Boolean)

/** The selected codecs as the form's value: `G.722/16000,PCMU/8000`; empty for none. */
export const selectedOf = (codecs: readonly AudioCodecRecord[]): string =>
  codecs.map(idOf).join(',')

/** Codecs without those that another one equals. */
const distinct = (codecs: readonly AudioCodecRecord[]): AudioCodecRecord[] => [
  ...new Map(codecs.map((codec) => [idOf(codec), codec])).values(),
]

/** The list: selected codecs in the user's order, then the others by name. B §4 (SIPSET-12). */
export function codecsIn(known: readonly AudioCodecRecord[], selected: string): Codec[] {
  const ids = idsIn(selected)
  const rows = distinct(known).map((codec) => ({
    id: idOf(codec),
    name: codec.Name,
    rate: codec.SampleRate,
    selected: ids.includes(idOf(codec)),
  }))
  return [
    ...ids.flatMap((id) => rows.filter((row) => row.id === id)),
    ...rows
      .filter((row) => !row.selected)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.rate - b.rate),
  ]
}

/** The records of the selected codecs, in their order. */
export function recordsOf(
  known: readonly AudioCodecRecord[],
  selected: string,
): AudioCodecRecord[] {
  const records = distinct(known)
  return idsIn(selected).flatMap((id) => records.filter((codec) => idOf(codec) === id))
}

/** With one more codec at the end, or without it. */
export const withCodec = (selected: string, id: string, chosen: boolean): string =>
  [...idsIn(selected).filter((one) => one !== id), ...(chosen ? [id] : [])].join(',')

/** With a selected codec at another place among them. */
export function movedCodec(selected: string, id: string, to: number): string {
  const others = idsIn(selected).filter((one) => one !== id)
  return [...others.slice(0, to), id, ...others.slice(to)].join(',')
}
