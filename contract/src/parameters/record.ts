import type { ParameterName, ParameterTypes } from './all.ts'
import type { Codec, Codecs, ValueOf } from './codec.ts'

/** The texts of parameters by full name, as in a list. */
interface Texts {
  get(name: ParameterName): string | undefined
}

/** Parameters by the names that a form or a page uses for them. */
export interface ParameterRecord<R> {
  /** Decodes a list's response. A parameter that the device lacks gets its codec's default. */
  read(values: Texts): R
  /** Encodes the parameters to write; absent fields are not written. */
  write(changes: { readonly [F in keyof R]?: R[F] | undefined }): Record<string, string>
}

/** The values of a record of parameters. */
export type RecordOf<P> = P extends ParameterRecord<infer R> ? R : never

/**
 * Maps fields to parameters: `` parameterRecord(snmp, { enabled: 'root.SNMP.Enabled' }) ``.
 * @param codecs the groups that the parameters are in; several as `{ ...image, ...imageSource }`
 */
export function parameterRecord<
  C extends Codecs,
  const F extends Readonly<Record<string, keyof C & ParameterName>>,
>(codecs: C, fields: F): ParameterRecord<{ [N in keyof F]: ValueOf<C[F[N]]> }> {
  type R = { [N in keyof F]: ValueOf<C[F[N]]> }
  const known = Object.entries(fields).map(([field, name]) => ({
    field,
    name,
    codec: codecs[name] as Codec<unknown>,
  }))
  return {
    read: (values) =>
      Object.fromEntries(
        known.map(({ field, name, codec }) => [field, codec.decode(values.get(name))]),
      ) as R,
    write: (changes) =>
      Object.fromEntries(
        known.flatMap(({ field, name, codec }) => {
          const value: unknown = changes[field]
          return value === undefined ? [] : [[name, codec.encode(value)]]
        }),
      ),
  }
}

/** The same codecs, with numbers as text in a form. */
export type Typed<C extends Codecs> = {
  readonly [N in keyof C]: ValueOf<C[N]> extends number ? Codec<string> : C[N]
}

/** Invalid text is written as it is, for the device to refuse. */
export const typed = <C extends Codecs>(codecs: C): Typed<C> =>
  Object.fromEntries(
    Object.entries(codecs).map(([name, codec]) => [
      name,
      codec.type.kind === 'int' ? typedNumber(codec) : codec,
    ]),
  ) as Typed<C>

const typedNumber = (codec: Codec<unknown>): Codec<string> => ({
  type: codec.type,
  decode: (text) => String(codec.decode(text)),
  encode: (value) => (/^\s*\d+\s*$/.test(value) ? codec.encode(Number(value)) : value.trim()),
})

/** Decodes one value, for the first load, which does without the codecs of whole groups. */
export const valueIn = <N extends ParameterName>(
  values: Texts,
  name: N,
  codec: Codec<ParameterTypes[N]>,
): ParameterTypes[N] => codec.decode(values.get(name))
