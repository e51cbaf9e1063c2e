import * as v from 'valibot'
import { textCall } from '../call.ts'
import { element } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { findElement, schemaLocation, xmlFormat } from '../xml/text-format.ts'
import type { XmlShape } from '../xml/text-format.ts'

/** Source: console specification B §7 "Shock"; device-calls.md #41. */
const shock = {
  methods: ['GET'],
  access: 'operator',
  source: 'B §7 Shock',
  proof: 'fixture',
} as const

const path = (name: string) => ({ path: `/axis-cgi/shockdetection/${name}.cgi` }) as const

const NAMESPACE = 'http://www.axis.com/vapix/http_cgi/shockdetection1'

/** The version of the schema that the device speaks; clients name its first part. */
export const SHOCK_VERSION = '1.0'

/** How sensitive the sensor can be: 0 reacts to the strongest knock alone, 100 to every one. */
export const SENSITIVITY = { min: 0, max: 100 } as const

/** What goes wrong, by the codes and words of the public documentation. */
export const SHOCK_ERRORS = {
  processing: ['10', 'Error while processing the request.'],
  invalid: ['20', 'Invalid request.'],
  range: ['30', 'Unable to set shock detection sensitivity. Specified value is out of range.'],
  version: ['40', 'Specified version is not supported.'],
} as const

const inside = (name: string, content: string | readonly XmlElement[] = '') =>
  element(NAMESPACE, name, content)

const response = (children: readonly XmlElement[]) =>
  element(NAMESPACE, 'ShockDetectionResponse', children, [
    schemaLocation(`${NAMESPACE} ${NAMESPACE}`),
    { name: 'SchemaVersion', namespace: '', value: SHOCK_VERSION },
  ])

const success = (...content: readonly XmlElement[]) => response([inside('Success', content)])

const failing = {
  refuse: (message: string, codes: readonly string[]) =>
    response([
      inside('Error', [
        inside('GeneralError', [
          inside('ErrorCode', codes[0] ?? SHOCK_ERRORS.processing[0]),
          inside('ErrorDescription', message),
        ]),
      ]),
    ]),
  refusal: (root: XmlElement) => findElement(root, 'ErrorDescription')?.text.trim(),
}

/** @throws SyntaxError without such an element */
function textIn(root: XmlElement, name: string): string {
  const found = findElement(root, name)
  if (!found) throw new SyntaxError(`no ${name}`)
  return found.text.trim()
}

const done: XmlShape<null> = {
  write: () => success(inside('GeneralSuccess')),
  read: () => null,
  ...failing,
}

// What is missing or wrong has an error code of its own.
const field = v.optional(v.string(), '')

export const getShockVersion = textCall({
  ...shock,
  ...path('getschemaversion'),
  id: 'shockdetection.getSchemaVersion',
  effect: 'read',
  summary: 'Returns the version of the schema of these calls.',
  request: v.object({}),
  format: xmlFormat<string>({
    write: (version) =>
      success(
        inside('GetSchemaVersionsSuccess', [
          inside('SchemaVersion', [
            inside('VersionNumber', version),
            inside('Deprecated', 'false'),
          ]),
        ]),
      ),
    read: (root) => textIn(root, 'VersionNumber'),
    ...failing,
  }),
})

export const getShockEnabled = textCall({
  ...shock,
  ...path('getenabled'),
  id: 'shockdetection.getEnabled',
  effect: 'read',
  summary: 'Returns whether the device tells of knocks on its housing.',
  request: v.object({ schemaversion: field }),
  format: xmlFormat<boolean>({
    write: (enabled) => success(inside('GetEnabledSuccess', [inside('Enabled', String(enabled))])),
    read: (root) => textIn(root, 'Enabled') === 'true',
    ...failing,
  }),
})

export const setShockEnabled = textCall({
  ...shock,
  ...path('setenabled'),
  id: 'shockdetection.setEnabled',
  effect: 'write',
  summary: 'Switches the detection of knocks on (`true`) or off (`false`).',
  request: v.object({ schemaversion: field, enabled: field }),
  format: xmlFormat(done),
})

export const getShockSensitivity = textCall({
  ...shock,
  ...path('getsensitivitylevel'),
  id: 'shockdetection.getSensitivityLevel',
  effect: 'read',
  summary: 'Returns how sensitive the sensor is, from 0 to 100.',
  request: v.object({ schemaversion: field }),
  format: xmlFormat<number>({
    write: (level) =>
      success(
        inside('GetSensitivityLevelSuccess', [
          inside('SensitivityLevel', [inside('Level', String(level))]),
        ]),
      ),
    read: (root) => Number(textIn(root, 'Level')),
    ...failing,
  }),
})

export const setShockSensitivity = textCall({
  ...shock,
  ...path('setsensitivitylevel'),
  id: 'shockdetection.setSensitivityLevel',
  effect: 'write',
  summary:
    'Sets how sensitive the sensor is: 0 reacts to the strongest knock alone, 100 to every one.',
  request: v.object({ schemaversion: field, level: field }),
  format: xmlFormat(done),
})
