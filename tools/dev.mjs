/**
 * `npm run dev [-- http://device:port]`: the console with hot reload. Its calls are proxied to a
 * running device, by default that of `npm start`.
 */
import { join } from 'node:path'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'

await install()
const { createServer } = await import('vite')
const device = process.argv[2] ?? 'http://127.0.0.1:8080'
const PAGE = '/webapp/hw/'

// The device checks Host and Origin against its own names, so the proxy sends those.
const toDevice = {
  target: device,
  changeOrigin: true,
  ws: true,
  headers: { origin: new URL(device).origin },
}

/**
 * Serves the wizard at the console's address, as a device does until it has an administrator.
 * @param {import('node:http').IncomingMessage} request
 */
async function chooseEntry(request) {
  if (request.url?.split('?')[0] !== PAGE) return
  const address = new URL('/axis-cgi/rootpwdsetvalue.cgi', device)
  const response = await fetch(address).catch(() => undefined)
  if (response?.ok && /\bno\b/.test(await response.text())) request.url = `${PAGE}wizard.html`
}

/** @type {import('vite').Plugin} */
const wizardFirst = {
  name: 'lintel-wizard-first',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      void chooseEntry(request).finally(next)
    })
  },
}

const server = await createServer({
  root: join(ROOT, 'console'),
  plugins: [wizardFirst],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      [
        '/axis-cgi',
        '/vapix',
        '/lintel',
        '/sign-in',
        '/sign-out',
        '/aca/',
        '/admin/',
        '/local-player/',
        '/audio-manager/',
        '/webapp/pages/',
        '/webapp/hw/licences',
      ].map((path) => [path, toDevice]),
    ),
  },
})
await server.listen()
server.printUrls()
server.bindCLIShortcuts({ print: true })
