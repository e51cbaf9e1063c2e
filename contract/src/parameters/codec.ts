import type { Rule } from '../rules/problem.ts'

/** The rule for a parameter's text. Lengths are in characters. */
export type ParameterType =
  | { kind: 'bool' }
  | { kind: 'int'; min: number; max: number }
  | { kind: 'string'; max: number; rule?: Rule }
  | { kind: 'enum'; values: readonly string[] }
  /** Listed as stars and never readable. */
  | { kind: 'password'; max: number; rule?: Rule }

/** Converts between a parameter's text and its value, on both ends. */
export interface Codec<T> {
  /** What the device accepts, and what `listdefinitions` reports. */
  readonly type: ParameterType
  /** Stored sealed, like a password, but listed as it is. */
  readonly confidential?: boolean
  /**
   * Never throws: other firmware versions write some values differently.
   * @param text undefined if the device lacks the parameter
   */
  decode(text: string | undefined): T
  /** The exact text to write. */
  encode(value: T): string
}

/** Codecs by the full names of their parameters. */
export type Codecs = Readonly<Record<string, Codec<unknown>>>

/** What a codec decodes to. */
export type ValueOf<C> = C extends Codec<infer T> ? T : never

const texts = (type: ParameterType): Codec<string> => ({
  type,
  decode: (text = '') => text,
  encode: (value) => value,
})

export const text = (max = 255, rule?: Rule): Codec<string> =>
  texts({ kind: 'string', max, ...(rule ? { rule } : {}) })

/** A password. The device lists it as stars. */
export const secret = (max = 64, rule?: Rule): Codec<string> =>
  texts({ kind: 'password', max, ...(rule ? { rule } : {}) })

export const yesNo = {
  type: { kind: 'bool' },
  decode: (text?: string): boolean => text === 'yes',
  encode: (value: boolean) => (value ? 'yes' : 'no'),
} satisfies Codec<boolean>

/** A whole number; other text decodes to the minimum. */
export const whole = (min: number, max: number): Codec<number> => ({
  type: { kind: 'int', min, max },
  decode: (text = '') => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : min),
  encode: String,
})

/**
 * One of these values.
 * @param otherwise the value for unknown or missing text
 */
export const oneOf = <const V extends string>(
  values: readonly V[],
  otherwise: NoInfer<V> | undefined = values[0],
): Codec<V> => ({
  type: { kind: 'enum', values },
  decode: (text) => values.find((value) => value === text) ?? (otherwise as V),
  encode: (value) => value,
})

/** One of these values on our device; other devices have others. */
export const choice = (values: readonly string[]): Codec<string> => texts({ kind: 'enum', values })

/**
 * A list in one text.
 * @param between the separators that decoding accepts
 */
export const list = (
  separator: string,
  max = 255,
  between: string | RegExp = separator,
): Codec<readonly string[]> => ({
  type: { kind: 'string', max },
  decode: (text = '') =>
    text
      .split(between)
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  encode: (values) => values.join(separator),
})

/** Values of another codec that the device's definitions call a text. */
export const asText = <T>(codec: Codec<T>, max = 255): Codec<T> => ({
  ...codec,
  type: { kind: 'string', max },
})

/** With a default for devices that lack the parameter. */
export const withDefault = <T>(codec: Codec<T>, value: T): Codec<T> => ({
  ...codec,
  decode: (text) => (text === undefined ? value : codec.decode(text)),
})
