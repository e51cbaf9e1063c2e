import { callAddress } from '@lintel/contract/rules/call-button'
import { expect, test } from 'vitest'
import { openRig } from './testing/sip-rig.ts'

const ADDRESSES = [
  'sip:100@example.com',
  'SIPS:reception@[2001:db8::1]:5061;transport=tcp',
  '+49-30.1%20a;x=y@192.0.2.7:5070',
  '192.0.2.7:5070',
  '[2001:db8::1]',
  '100',
  '*21#',
  'müller',
  'desk.example.com:5070',
]

test.each([
  ['registered', 'pbx.example.com', ADDRESSES.slice(0, -1)],
  ['peer-to-peer', '', [...ADDRESSES.slice(0, 5), 'desk.example.com:5070']],
])('what the rule of addresses allows, a %s account can call', async (_, Registrar, right) => {
  const allowed = ADDRESSES.filter(
    (address) => !callAddress({ Registrar, PublicDomain: '' })(address),
  )
  expect(allowed).toEqual(right)
  const rig = await openRig([Registrar === '' ? {} : { registrar: Registrar }], {
    names: { servers: () => Promise.resolve([]), addresses: () => Promise.resolve([]) },
  })
  for (const address of allowed) {
    const callId = rig.sip.call(address)
    await rig.reaches(callId, 'terminated')
  }
})
