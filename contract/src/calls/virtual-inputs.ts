import * as v from 'valibot'
import { restCall, textCall } from '../call.ts'
import { errorLine } from '../text.ts'
import { element } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { findElement, schemaLocation, xmlFormat } from '../xml/text-format.ts'
import type { XmlShape } from '../xml/text-format.ts'

/** Source: device-calls.md #22; public documentation, "Virtual input API". */
const port = {
  methods: ['GET'],
  source: 'A §2 Events; public documentation: Virtual input API',
  proof: 'fixture',
} as const
const operators = { ...port, access: 'operator' } as const

const path = (name: string) => ({ path: `/axis-cgi/virtualinput/${name}.cgi` }) as const

const NAMESPACE = 'http://www.axis.com/vapix/http_cgi/virtualinput1'

/** The version of the schema that the device speaks; clients name its first part. */
export const VIRTUAL_INPUT_VERSION = '1.1'

/** The longest time after which an input deactivates itself, in seconds. Own design. */
export const VIRTUAL_INPUT_SECONDS_MAX = 86_400

/** The number of the manual trigger in `virtualinput.cgi`. Source: public documentation. */
export const MANUAL_TRIGGER_PORT = 6

/** What goes wrong, by the codes of the public documentation. */
export const VIRTUAL_INPUT_ERRORS = {
  missing: ['10', 'Missing argument.'],
  absent: ['20', 'The specified virtual input does not exist.'],
  version: ['30', 'The specified schema version is not supported.'],
  internal: ['40', 'Internal server error.'],
  duration: ['50', 'Invalid duration.'],
} as const

const inside = (name: string, content: string | readonly XmlElement[] = '') =>
  element(NAMESPACE, name, content)

const response = (children: readonly XmlElement[]) =>
  element(NAMESPACE, 'VirtualInputResponse', children, [
    { name: 'SchemaVersion', namespace: '', value: VIRTUAL_INPUT_VERSION },
    schemaLocation(`${NAMESPACE} ${NAMESPACE}_0.xsd`),
  ])

const success = (name: string, content: readonly XmlElement[]) =>
  response([inside('Success', [inside(name, content)])])

const failing = {
  refuse: (message: string, codes: readonly string[]) =>
    response([
      inside('Error', [
        inside('GeneralError', [
          inside('ErrorCode', codes[0] ?? VIRTUAL_INPUT_ERRORS.internal[0]),
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

/** Whether the order has changed the state. */
const stateChanged = (name: string): XmlShape<boolean> => ({
  write: (changed) => success(name, [inside('StateChanged', String(changed))]),
  read: (root) => textIn(root, 'StateChanged') === 'true',
  ...failing,
})

// What is missing or wrong has an error code of its own.
const field = v.optional(v.string(), '')

export const getVirtualInputVersions = textCall({
  ...operators,
  ...path('getschemaversions'),
  id: 'virtualinput.getSchemaVersions',
  effect: 'read',
  summary: 'Returns the version of the schema of these calls.',
  request: v.object({}),
  format: xmlFormat<string>({
    write(version) {
      const [major = '', minor = ''] = version.split('.')
      return success('GetSchemaVersionsSuccess', [
        inside('SchemaVersion', [
          inside('MajorVersion', major),
          inside('MinorVersion', minor),
          inside('Deprecated', 'false'),
        ]),
      ])
    },
    read: (root) => `${textIn(root, 'MajorVersion')}.${textIn(root, 'MinorVersion')}`,
    ...failing,
  }),
})

export const activateVirtualInput = textCall({
  ...operators,
  ...path('activate'),
  id: 'virtualinput.activate',
  effect: 'write',
  summary:
    'Activates a virtual input, from 1. With `duration`, in seconds, it deactivates itself after that time; with 0 at once.',
  request: v.object({ schemaversion: field, port: field, duration: v.optional(v.string()) }),
  format: xmlFormat(stateChanged('ActivateSuccess')),
})

export const deactivateVirtualInput = textCall({
  ...operators,
  ...path('deactivate'),
  id: 'virtualinput.deactivate',
  effect: 'write',
  summary: 'Deactivates a virtual input.',
  request: v.object({ schemaversion: field, port: field }),
  format: xmlFormat(stateChanged('DeactivateSuccess')),
})

export const switchManualTrigger = textCall({
  ...port,
  id: 'manualTrigger.action',
  path: '/axis-cgi/io/virtualinput.cgi',
  access: 'viewer',
  effect: 'write',
  summary:
    'Switches the manual trigger, which is port 6. The steps are those of `port.cgi`: `6:/2000\\` activates it for two seconds. Answers at once, with an empty body; new steps replace those still running.',
  request: v.object({ action: v.string() }),
  format: { ...errorLine, byStatus: true, encode: () => '', decode: () => null },
})

export const getVirtualInputs = restCall({
  id: 'virtualInputs.get',
  path: '/lintel/virtual-inputs',
  methods: ['GET'],
  own: true,
  source: 'own design',
  proof: 'own design',
  access: 'operator',
  effect: 'read',
  summary: 'Returns which virtual inputs are active, and whether the manual trigger is.',
  request: v.object({}),
  data: v.object({
    manualTrigger: v.boolean(),
    /** All of them, from port 1. */
    inputs: v.array(v.object({ port: v.number(), active: v.boolean() })),
  }),
})
