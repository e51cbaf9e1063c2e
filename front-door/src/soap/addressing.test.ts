import { deleteOnvifUsers } from '@lintel/contract/calls/onvif-users'
import { SOAP_12 } from '@lintel/contract/soap/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../serve.ts'
import { ask, basic } from '../testing/ask.ts'
import { testDoor } from '../testing/test-door.ts'
import type { TestDoor } from '../testing/test-door.ts'
import { WSA } from '@lintel/contract/soap/service'

const TDS = 'http://www.onvif.org/ver10/device/wsdl'

let door: TestDoor
beforeAll(async () => {
  door = await testDoor({ calls: [serve(deleteOnvifUsers, () => ({}))] })
  door.device.state.policy = 'basic'
})
afterAll(() => door.close())

/** A message with these headers, `a:` being WS-Addressing. */
const post = (headers: string, operation = 'DeleteUsers', namespace: string = SOAP_12) =>
  ask(`${door.url}/vapix/services`, {
    method: 'POST',
    headers: { authorization: basic('root', 'pass-root') },
    body:
      `<s:Envelope xmlns:s="${namespace}" xmlns:a="${WSA}"><s:Header>${headers}</s:Header>` +
      `<s:Body><${operation} xmlns="${TDS}"/></s:Body></s:Envelope>`,
  })

/** As Windows Communication Foundation writes them. */
const WCF = (operation: string): string =>
  `<a:Action s:mustUnderstand="1">${TDS}/${operation}</a:Action><a:MessageID>urn:uuid:1</a:MessageID>` +
  `<a:ReplyTo><a:Address>${WSA}/anonymous</a:Address></a:ReplyTo><a:To s:mustUnderstand="1">http://door/vapix/services</a:To>`

const headerIn = (text: string): string | undefined =>
  /<SOAP-ENV:Header>(.*)<\/SOAP-ENV:Header>/.exec(text)?.[1]

test('a message with addressing headers is answered with its own', async () => {
  const answer = await post(WCF('DeleteUsers'))
  expect(answer.status).toBe(200)
  expect(answer.text).toContain(`xmlns:wsa5="${WSA}"`)
  expect(headerIn(answer.text)).toBe(
    `<wsa5:Action>${TDS}/DeleteUsersResponse</wsa5:Action><wsa5:RelatesTo>urn:uuid:1</wsa5:RelatesTo>`,
  )
  const old = await post(WCF('DeleteUsers'), undefined, 'http://schemas.xmlsoap.org/soap/envelope/')
  expect(headerIn(old.text)).toContain('DeleteUsersResponse</wsa5:Action>')
})

test('so is a fault', async () => {
  const fault = await post(WCF('GetHostname'), 'GetHostname')
  expect(fault.status).toBe(500)
  expect(headerIn(fault.text)).toBe(
    `<wsa5:Action>${WSA}/fault</wsa5:Action><wsa5:RelatesTo>urn:uuid:1</wsa5:RelatesTo>`,
  )
})

test('without them the answer has no header', async () => {
  const { text } = await post('')
  expect(text).not.toMatch(/Header|wsa5/)
})

test.each(['ReplyTo', 'FaultTo'])('another receiver in %s is refused', async (name) => {
  const header = `<a:${name}><a:Address>http://192.0.2.1/</a:Address></a:${name}>`
  const answer = await post(header)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(`${name} must be anonymous.`)
})
