import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listDefinitions } from './calls/parameter-definitions.ts'
import { decodeDefinitions, encodeDefinitions } from './parameter-definitions.ts'
import type {
  DefinitionMark,
  DefinitionType,
  ParameterDefinitions,
} from './parameter-definitions.ts'

const recorded = `<?xml version="1.0" encoding="iso-8859-1" ?>
<parameterDefinitions
xmlns="http://www.axis.com/ParameterDefinitionsSchema"
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
xsi:schemaLocation="http://www.axis.com/ParameterDefinitionsSchema http://172.16.3.233/pub/parameterdefinitions.xsd"
version="1.0">
  <model>AXIS P5512</model>
  <firmwareVersion>5.51.7</firmwareVersion>
  <group name="root">
    <group name="AudioSource">
      <group name="A0">
        <parameter name="InputType" value="mic" securityLevel="7744" niceName="Source">
          <type><enum><entry value="mic" niceValue="Microphone" /><entry value="line" niceValue="Line" /></enum></type>
        </parameter>
        <parameter name="MicrophonePower" value="yes" securityLevel="7744" niceName="Microphone power">
          <type><bool true="yes" false="no" /></type>
        </parameter>
      </group>
    </group>
  </group>
</parameterDefinitions>
`

const read: ParameterDefinitions = {
  model: 'AXIS P5512',
  firmwareVersion: '5.51.7',
  origin: 'http://172.16.3.233',
  parameters: [
    {
      name: 'root.AudioSource.A0.InputType',
      value: 'mic',
      securityLevel: '7744',
      niceName: 'Source',
      type: {
        kind: 'enum',
        entries: [
          { value: 'mic', niceValue: 'Microphone' },
          { value: 'line', niceValue: 'Line' },
        ],
      },
      marks: [],
    },
    {
      name: 'root.AudioSource.A0.MicrophonePower',
      value: 'yes',
      securityLevel: '7744',
      niceName: 'Microphone power',
      type: { kind: 'bool' },
      marks: [],
    },
  ],
}

test('definitions are encoded as recorded, and decoded (DEVICE-25)', () => {
  expect(encodeDefinitions(read)).toBe(recorded)
  expect(decodeDefinitions(recorded)).toEqual(read)
})

test('groups without root around them and other types are decoded too (DEVICE-25)', () => {
  const { parameters } = decodeDefinitions(`<?xml version="1.0" ?><parameterDefinitions>
    <model>AXIS P1311</model>
    <group name="Properties"><group name="API">
      <parameter name="Version" value="3" securityLevel="7707" niceName="Version">
        <type readonly="true" const="true"><int /></type></parameter></group></group>
    <group name="Network"><parameter name="IPAddress" value="&micro;&#181;&#xB5;" securityLevel="7714" niceName="IP">
        <type><ip /></type></parameter></group></parameterDefinitions>`)
  expect(parameters).toEqual([
    {
      name: 'root.Properties.API.Version',
      value: '3',
      securityLevel: '7707',
      niceName: 'Version',
      type: { kind: 'int', min: -Infinity, max: Infinity },
      marks: ['readonly', 'const'],
    },
    {
      name: 'root.Network.IPAddress',
      value: '&micro;µµ',
      securityLevel: '7714',
      niceName: 'IP',
      type: { kind: 'string', maxlen: Infinity },
      marks: [],
    },
  ])
})

test('other XML is not mistaken for definitions, nor a value for a refusal', () => {
  const { format } = listDefinitions
  expect(() => format.decode('<html></html>')).toThrow(SyntaxError)
  expect(format.faultIn("# Error: Error -1 getting param in group 'No'\n")).toBe(
    "Error -1 getting param in group 'No'",
  )
  const [first] = read.parameters
  const changed = { ...read, parameters: first ? [{ ...first, value: '# Error: no' }] : [] }
  expect(format.faultIn(format.encode(changed))).toBeUndefined()
})

const line = fc.string({ unit: 'grapheme', maxLength: 12 })
const type: fc.Arbitrary<DefinitionType> = fc.oneof(
  fc.constant<DefinitionType>({ kind: 'bool' }),
  fc.record({
    kind: fc.constant('int' as const),
    min: fc.integer(),
    max: fc.integer(),
  }),
  fc.record({
    kind: fc.constantFrom('string' as const, 'password' as const),
    maxlen: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('enum' as const),
    entries: fc.array(fc.record({ value: line, niceValue: line }), { maxLength: 4 }),
  }),
)
const MARKS: readonly DefinitionMark[] = ['readonly', 'writeonly', 'hidden', 'const']

test('any definition survives encoding and decoding, and is encoded in ASCII', () => {
  const part = fc.stringMatching(/^[A-Za-z0-9]{1,4}$/)
  const parameter = fc.record({
    name: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `root.${parts.join('.')}`),
    value: line,
    securityLevel: fc.stringMatching(/^[01467]{4}$/),
    niceName: line,
    type,
    marks: fc.subarray([...MARKS]),
  })
  const whole = fc.record({
    model: line,
    firmwareVersion: line,
    origin: fc.constant('http://10.0.0.1:8080'),
    parameters: fc.array(parameter, { maxLength: 8 }),
  })
  fc.assert(
    fc.property(whole, (definitions) => {
      const text = encodeDefinitions(definitions)
      expect(text).toMatch(/^[ -~\n]*$/)
      expect(decodeDefinitions(text)).toEqual(definitions)
    }),
  )
})
