import { randomBytes } from 'node:crypto'
import { everyAnswer } from '@lintel/front-door/answer-headers'
import { requestInfoOf } from '@lintel/front-door/request-info'
import type { ServedFolder } from '@lintel/front-door/serve'

/**
 * Runs in the frame: asks the vendor's kit for a key when the console orders one. The kit is a script
 * that defines `registerLicenseKey(applicationId, deviceId, licenseCode)`, which resolves with the text
 * of the key file. Sources: console specification B §7 "Vendor licence SDK"; messages are our own.
 */
const SCRIPT = `
const origin = new URL(location.href).origin
const tell = (message) => parent.postMessage(message, origin)
const kit = document.createElement('script')
kit.addEventListener('error', () => tell({ licenceKit: 'offline' }))
kit.addEventListener('load', () =>
  tell({ licenceKit: typeof registerLicenseKey === 'function' ? 'ready' : 'offline' }))
kit.src = KIT
addEventListener('message', async (event) => {
  if (event.source !== parent || event.origin !== origin) return
  const { applicationId, deviceId, licenseCode } = event.data
  try {
    const key = await registerLicenseKey(applicationId, deviceId, licenseCode)
    tell(typeof key === 'string' && key !== ''
      ? { licenceKit: 'key', key }
      : { licenceKit: 'failed', code: 28 })
  } catch (cause) {
    // What fetch rejects with, when it reaches nobody.
    tell({ licenceKit: 'failed', code: cause instanceof TypeError ? 27 : 28 })
  }
})
document.head.append(kit)
`

/**
 * The page in which the console runs the vendor's licence kit. It is a frame of an origin of its own
 * (`sandbox`), so the vendor's script can neither use the person's session nor read the console.
 * @param address where the kit is; empty: there is none, and no page
 */
export const licenceKitFolder = (address: () => string): ServedFolder => ({
  base: '/lintel/licence-kit',
  find(path) {
    const kit = address()
    if (path !== '' || kit === '') return undefined
    return {
      access: 'admin',
      answer(request, response) {
        const nonce = randomBytes(16).toString('base64')
        const { origin } = new URL(kit)
        // Nothing in an address of the kit can end the script (`licenceKitAddress`).
        const script = SCRIPT.replace('KIT', () => JSON.stringify(kit).replaceAll('<', '\\u003c'))
        const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Licence kit</title></head><body><script nonce="${nonce}">${script}</script></body></html>`
        response
          .writeHead(200, {
            ...everyAnswer(requestInfoOf(request)),
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': [
              "default-src 'none'",
              `script-src 'nonce-${nonce}' ${origin}`,
              `connect-src https: ${origin}`,
              "frame-ancestors 'self'",
              'sandbox allow-scripts',
            ].join('; '),
            'cache-control': 'no-store',
          })
          .end(page)
      },
    }
  },
})
