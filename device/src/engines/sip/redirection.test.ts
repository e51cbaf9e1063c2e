import { expect, test } from 'vitest'
import { get } from './testing/message.ts'
import type { Phone } from './testing/phone.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'
import { openTargets } from './redirection.ts'

const MOVED = '302 Moved Temporarily'

/** Redirects every call there. */
function redirect(phone: Phone, ...contacts: string[]): void {
  phone.manner = MOVED
  phone.says = () => contacts.map((contact): [string, string] => ['Contact', contact])
}

test('a call that is redirected goes on there, and the log keeps whom it was to', async () => {
  const [first, second] = [await openPeer(), await openPeer()]
  const rig = await openRig()
  const there = `sip:desk@${second.address}`
  redirect(first.phone, `"Desk" <${there}?Subject=x>;q=0.7`)
  const called = `sip:phone@${first.address}`
  const callId = rig.sip.call(called)
  await rig.reaches(callId, 'active')
  expect(rig.call(callId)).toMatchObject({ remoteUri: called, codec: 'PCMU' })
  const [invite] = second.phone.received
  expect(invite?.line).toBe(`INVITE ${there} SIP/2.0`)
  expect(invite && get(invite, 'To')).toBe(`<${called}>`)
  expect(invite && get(invite, 'CSeq')).toBe('2 INVITE')
  expect(invite && get(invite, 'Subject')).toBe('')
  const lines = rig.sip.ladder(callId).map(({ line }) => line)
  expect(lines.filter((line) => /^INVITE|^30/.test(line))).toEqual([
    `INVITE ${called}`,
    MOVED,
    `INVITE ${there}`,
  ])
  expect(rig.media.sessions.map(({ closed }) => closed)).toEqual([true, false])
  rig.sip.terminate(callId)
  await until(() => expect(second.phone.calls[0]?.ended).toBe(true))
})

test('the addresses of a redirection are tried in their order, and the last one says how it ended', async () => {
  const [first, busy, away] = [await openPeer(), await openPeer(), await openPeer()]
  const rig = await openRig()
  busy.phone.manner = '486 Busy Here'
  away.phone.manner = '480 Temporarily Unavailable'
  const contact = (address: string, q: string) => `<sip:x@${address}>;q=${q}`
  redirect(
    first.phone,
    `tel:+4612345, ${contact(away.address, '0.1')}`,
    contact(busy.address, '0.9'),
  )
  const callId = rig.sip.call(`sip:phone@${first.address}`)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 480, reason: 'Temporarily Unavailable' })
  expect([busy.phone.calls.length, away.phone.calls.length]).toEqual([1, 1])
  busy.phone.manner = '603 Decline'
  const declined = rig.sip.call(`sip:phone@${first.address}`)
  await rig.reaches(declined, 'terminated')
  expect(rig.call(declined)).toMatchObject({ code: 603 })
  expect(away.phone.calls.length).toBe(1)
})

test('redirections in a circle end the call', async () => {
  const [first, second] = [await openPeer(), await openPeer()]
  const rig = await openRig()
  redirect(first.phone, `<sip:x@${second.address}>`)
  redirect(second.phone, `<sip:phone@${first.address}>`)
  const callId = rig.sip.call(`sip:phone@${first.address}`)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 302, reason: 'Moved Temporarily' })
  expect([first.phone.calls.length, second.phone.calls.length]).toEqual([1, 1])
})

test('a call is redirected five times at the most', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  let count = 0
  peer.phone.manner = MOVED
  peer.phone.says = () => {
    count += 1
    return [['Contact', `<sip:n${count}@${peer.address}>`]]
  }
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 302 })
  expect(peer.phone.calls.length).toBe(6)
})

test('a redirected call can be cancelled', async () => {
  const [first, second] = [await openPeer(), await openPeer()]
  const rig = await openRig()
  redirect(first.phone, `<sip:x@${second.address}>`)
  second.phone.manner = 'ring'
  const callId = rig.sip.call(`sip:phone@${first.address}`)
  await until(() => expect(second.phone.calls.length).toBe(1))
  await until(() => expect(rig.sip.ladder(callId).at(-1)?.line).toBe('180 Ringing'))
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 487 })
  await until(() => expect(second.phone.calls[0]?.status).toBe(487))
})

const response = (status: number, ...contacts: string[]) => ({
  statusCode: status,
  data: [`SIP/2.0 ${status} X`, ...contacts.map((one) => `m: ${one}`), '', ''].join('\r\n'),
})

test('a secure call is not redirected to where it would be insecure', () => {
  const targets = openTargets('sips:a@x.test')
  targets.add(response(301, '<sip:b@x.test>', 'sips:c@x.test'))
  expect([targets.next(), targets.next()]).toEqual(['sips:c@x.test', undefined])
})

test('only a person who moved is followed, and no proxy or other service', () => {
  const targets = openTargets('sip:a@x.test')
  for (const status of [305, 380]) targets.add(response(status, '<sip:b@x.test>'))
  expect(targets.next()).toBeUndefined()
  targets.add(response(300, 'sip:b@x.test;transport=tcp, <sip:b@X.test>', '<sip:a@X.TEST>'))
  targets.add(response(302, '*', '<sip:c@x.test;transport=tcp>'))
  expect([1, 2, 3, 4].map(() => targets.next())).toEqual([
    'sip:c@x.test;transport=tcp',
    'sip:b@x.test',
    undefined,
    undefined,
  ])
})
