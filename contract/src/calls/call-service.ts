import * as v from 'valibot'

/** Who speaks to the call service, and how: shared by all of its operations. */
export const callService = {
  path: '/vapix/call',
  prefix: 'axcall',
  access: 'admin',
  source: 'B §7 Call service',
  proof: 'fixture',
} as const

/** The id of an account or a DTMF configuration. */
export const recordId = v.pipe(v.string(), v.maxLength(64))

/** Several ids, as a list; a query has a single one. */
export const idsOf = <S extends v.GenericSchema<string, string>>(id: S) =>
  v.union([
    v.array(id),
    v.pipe(
      id,
      v.transform((one) => [one]),
    ),
  ])
