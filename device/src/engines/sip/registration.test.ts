import { expect, test } from 'vitest'
import { get } from './testing/message.ts'
import { openPeer, openRig } from './testing/sip-rig.ts'

const USERS = { door: 'secret' }

test('an account registers with its password and reports where it can be called', async () => {
  const peer = await openPeer({ users: USERS })
  const rig = await openRig([{ domain: 'lab.test', registrar: peer.address }])
  await rig.registered()
  expect(rig.status()).toEqual({
    accountId: 'account-0',
    uri: 'sip:door@lab.test',
    registrar: peer.address,
    status: 200,
    text: 'OK',
  })
  const [contact = ''] = peer.registrar.contacts.get('door') ?? []
  expect(contact).toContain(`@127.0.0.1:${rig.settings.port};line=`)
  expect(get(peer.registrar.requests[1] ?? { line: '', headers: [], body: '' }, 'Expires')).toBe(
    '300',
  )
})
