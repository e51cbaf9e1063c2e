import type { Codec, Codecs, ValueOf } from './codec.ts'

/** Parameters under the names that a form or a page has for them. */
export interface ParameterRecord<R> {
  /** The values in a list's answer. What the device lacks reads as its codec says. */
  read(values: { get(name: string): string | undefined }): R
  /** The parameters to write; what is left out stays as it is. */
  write(changes: { readonly [F in keyof R]?: R[F] | undefined }): Record<string, string>
}

/**
 * Declares which parameters stand behind which fields:
 * `` parameterRecord(snmp, { enabled: 'root.SNMP.Enabled' }) ``.
 * @param codecs the groups that they are in; several as `{ ...image, ...imageSource }`
 */
export function parameterRecord<
  C extends Codecs,
  const F extends Readonly<Record<string, keyof C & string>>,
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
