/** IEEE 802.1X on the device, by calls. */
import type { InputOf } from '@lintel/contract/call'
import { setWired8021X } from '@lintel/contract/calls/network-settings'
import { listParameters } from '@lintel/contract/calls/parameters'
import type { Rig } from '../rig/rig.ts'

type Speaker = Pick<Rig, 'root'>

/** Changes settings; what is left out stays. */
export const setPortAccess = (
  { root }: Speaker,
  change: Omit<InputOf<typeof setWired8021X>, 'deviceName'>,
) => root.call(setWired8021X, { deviceName: 'eth0', ...change })

/** The parameters by their names below `root.Network.Interface.I0.dot1x`. */
export async function portAccessParameters({ root }: Speaker): Promise<Record<string, string>> {
  const group = 'root.Network.Interface.I0.dot1x'
  const { values } = await root.call(listParameters, { group })
  return Object.fromEntries(
    Array.from(values, ([name, value]) => [name.slice(group.length + 1), value]),
  )
}

const SPACES =
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" ' +
  'xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:ac="http://www.axis.com/vapix/ws/certificates"'

/** Sends the body of a SOAP message as root, and returns the response's text. */
async function send({ root }: Speaker, id: string, body: string): Promise<string> {
  const target = {
    url: '/vapix/services',
    method: 'POST',
    body: `<s:Envelope ${SPACES}><s:Body>${body}</s:Body></s:Envelope>`,
    contentType: 'application/soap+xml; charset=utf-8',
  } as const
  return (await root.send(id, target, {})).text()
}

/** Makes a certificate with a key on the device. */
export const makeCertificate = (rig: Speaker, id: string) =>
  send(
    rig,
    'certificates.create',
    `<ac:CreateCertificate2><ac:CertificateID>${id}</ac:CertificateID><ac:KeyType>EC-P256</ac:KeyType>` +
      `<ac:Subject><ac:CommonName>${id}</ac:CommonName></ac:Subject></ac:CreateCertificate2>`,
  )

/** Stores the certificate of an authority. @param pem in PEM */
export const loadAuthority = (rig: Speaker, id: string, pem: string) =>
  send(
    rig,
    'certificates.loadCa',
    `<tds:LoadCACertificates><tds:CACertificate><tt:CertificateID>${id}</tt:CertificateID><tt:Certificate>` +
      `<tt:Data>${Buffer.from(pem).toString('base64')}</tt:Data></tt:Certificate></tds:CACertificate></tds:LoadCACertificates>`,
  )

/** Deletes a certificate; returns the refusal, or an empty text. */
export const deleteCertificate = async (rig: Speaker, id: string): Promise<string> =>
  /:Text[^>]*>([^<]*)</.exec(
    await send(
      rig,
      'certificates.delete',
      `<tds:DeleteCertificates><tds:CertificateID>${id}</tds:CertificateID></tds:DeleteCertificates>`,
    ),
  )?.[1] ?? ''

/** The ids in a certificate set. */
export async function certificateSet(
  rig: Speaker,
  name: string,
): Promise<{ own: string[]; authorities: string[] }> {
  const body = `<ac:GetCertSet><ac:CertSetName>${name}</ac:CertSetName></ac:GetCertSet>`
  const text = await send(rig, 'certificates.getSet', body)
  const idsIn = (element: string) => {
    const inside = new RegExp(`:${element}>(.*?)</\\w+:${element}>`, 's').exec(text)?.[1] ?? ''
    return Array.from(inside.matchAll(/<\w+:Id>([^<]*)</g), ([, id = '']) => id)
  }
  return { own: idsIn('Certificates'), authorities: idsIn('CACertificates') }
}
