import { FIRMWARE_VERSION } from '@lintel/contract/firmware'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setFirmware } from '../app/device.ts'
import { readCertificates } from './read.ts'

const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const NAMESPACES = [
  `xmlns:SOAP-ENV="${SOAP}"`,
  'xmlns:tt="http://www.onvif.org/ver10/schema"',
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl"',
  'xmlns:acert="http://www.axis.com/vapix/ws/cert"',
  'xmlns:acertificates="http://www.axis.com/vapix/ws/certificates"',
].join(' ')
const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope ${NAMESPACES}><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`

const UNSUPPORTED = `<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Receiver</SOAP-ENV:Value></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">Optional action not implemented</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>`

const nvt = (id: string) =>
  `<tds:NvtCertificate><tt:CertificateID>${id}</tt:CertificateID><tt:Certificate><tt:Data>MIIC</tt:Data></tt:Certificate></tds:NvtCertificate>`
const set = (own: string, authority = '') =>
  `<acertificates:GetCertSetResponse><acertificates:CertSet><acert:Certificates>${own}</acert:Certificates><acert:CACertificates>${authority}</acert:CACertificates><acert:TrustedCertificates></acert:TrustedCertificates></acertificates:CertSet></acertificates:GetCertSetResponse>`

/** Answers in the form of recorded ones, by what the request's body contains. */
const ANSWERS: Readonly<Record<string, string>> = {
  GetCertificates: `<tds:GetCertificatesResponse>${nvt('my cert')}${nvt('device')}</tds:GetCertificatesResponse>`,
  GetCACertificates:
    '<tds:GetCACertificatesResponse><tds:CACertificate><tt:CertificateID>root</tt:CertificateID><tt:Certificate><tt:Data>MIIC</tt:Data></tt:Certificate></tds:CACertificate></tds:GetCACertificatesResponse>',
  ListCertSets:
    '<acertificates:ListCertSetsResponse><acertificates:CertSetNameList><acert:CertSetNames>WebServer</acert:CertSetNames><acert:CertSetNames>EAPTLS_WIRED</acert:CertSetNames><acert:CertSetNames>O3C</acert:CertSetNames></acertificates:CertSetNameList></acertificates:ListCertSetsResponse>',
  '>WebServer<': set('<acert:Id>my cert</acert:Id>'),
  '>EAPTLS_WIRED<': set('<acert:Id>my cert</acert:Id>', '<acert:Id>root</acert:Id>'),
  '>my cert<':
    '<tds:GetCertificateInformationResponse><tds:CertificateInformation><tt:CertificateID>my cert</tt:CertificateID><tt:IssuerDN>CN=Site CA,O=Gate\\, Ltd,C=SE</tt:IssuerDN><tt:SubjectDN>CN=door-12</tt:SubjectDN><tt:KeyLength>256</tt:KeyLength><tt:Validity><tt:From>2026-01-01T00:00:00Z</tt:From><tt:Until>2027-01-01T00:00:00Z</tt:Until></tt:Validity></tds:CertificateInformation></tds:GetCertificateInformationResponse>',
}

const accountsCalled = (...names: string[]) =>
  names.map((Name) => ({ Name, Transport: 'tls', Certificate: 'my cert' }))

beforeEach(() => {
  vi.stubGlobal('fetch', (_url: string, { body = '' }: { body?: string }) => {
    // The files that describe services have other names there.
    if (body === '') return Promise.resolve(new Response('', { status: 404 }))
    if (body.includes('GetSIPAccounts')) {
      const SIPAccount = accountsCalled('Desk', 'Off').map((one, index) => ({
        ...one,
        Enabled: index === 0,
      }))
      return Promise.resolve(Response.json({ SIPAccount }))
    }
    const answer = Object.entries(ANSWERS).find(([part]) => body.includes(part))?.[1]
    const type = { headers: { 'content-type': 'application/soap+xml; charset=utf-8' } }
    return Promise.resolve(
      answer === undefined
        ? new Response(envelope(UNSUPPORTED), { ...type, status: 500 })
        : new Response(envelope(answer), type),
    )
  })
  setFirmware(new Map([[FIRMWARE_VERSION, '12.11.77']]))
})
afterEach(() => {
  vi.unstubAllGlobals()
  setFirmware(new Map())
})

test('certificates of other firmware are read by its own calls, with what it tells of them', async () => {
  expect(await readCertificates(new AbortController().signal)).toEqual([
    {
      id: 'my cert',
      kind: 'own',
      usedBy: ['WebServer', 'EAPTLS_WIRED'],
      sipAccounts: ['Desk'],
      subject: 'CN=door-12',
      issuer: 'C=SE\nO=Gate, Ltd\nCN=Site CA',
      selfSigned: false,
      bits: 256,
      validFrom: '2026-01-01T00:00:00Z',
      validTo: '2027-01-01T00:00:00Z',
    },
    { id: 'device', kind: 'own', usedBy: [], sipAccounts: [] },
    { id: 'root', kind: 'authority', usedBy: ['EAPTLS_WIRED'], sipAccounts: [] },
  ])
})
