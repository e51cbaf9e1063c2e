import type { Transport } from '@lintel/contract/client'

/** What speaks to the device as root. */
interface Speaker {
  root: Transport
}

const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const TDS = 'http://www.onvif.org/ver10/device/wsdl'
const TT = 'http://www.onvif.org/ver10/schema'

/** Sends the body of a SOAP message as root, and returns the answer's text. */
async function send(rig: Speaker, id: string, body: string): Promise<string> {
  const envelope = `<s:Envelope xmlns:s="${SOAP}" xmlns:tds="${TDS}" xmlns:tt="${TT}"><s:Body>${body}</s:Body></s:Envelope>`
  const target = {
    url: '/vapix/services',
    method: 'POST',
    body: envelope,
    contentType: 'application/soap+xml; charset=utf-8',
  } as const
  return (await rig.root.send(id, target, {})).text()
}

/** Adds an ONVIF user on the device, not through the page. */
export const addOnvifUser = async (
  rig: Speaker,
  name: string,
  level: 'Administrator' | 'Operator' | 'User',
): Promise<void> => {
  const user = `<tt:Username>${name}</tt:Username><tt:Password>Door2468!</tt:Password><tt:UserLevel>${level}</tt:UserLevel>`
  await send(
    rig,
    'onvif.createUsers',
    `<tds:CreateUsers><tds:User>${user}</tds:User></tds:CreateUsers>`,
  )
}

/** Deletes an ONVIF user on the device. */
export const removeOnvifUser = async (rig: Speaker, name: string): Promise<void> => {
  const body = `<tds:DeleteUsers><tds:Username>${name}</tds:Username></tds:DeleteUsers>`
  await send(rig, 'onvif.deleteUsers', body)
}

/** The levels of the device's ONVIF users by name. */
export async function onvifUsers(rig: Speaker): Promise<Record<string, string>> {
  const text = await send(rig, 'onvif.getUsers', '<tds:GetUsers/>')
  const found = text.matchAll(/<tt:Username>(\w+)<.*?<tt:UserLevel>(\w+)</g)
  return Object.fromEntries(Array.from(found, ([, name = '', level = '']) => [name, level]))
}
