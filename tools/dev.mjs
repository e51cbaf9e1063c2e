/**
 * `npm run dev [-- http://device:port]`: the console with hot reload; its calls go to a running
 * device, by default the one that `npm start` runs.
 */
import { join } from 'node:path'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'

await install()
const { createServer } = await import('vite')
const device = process.argv[2] ?? 'http://127.0.0.1:8080'

// The device checks Host and Origin against its own names, so it has to see them.
const toDevice = {
  target: device,
  changeOrigin: true,
  ws: true,
  headers: { origin: new URL(device).origin },
}
const server = await createServer({
  root: join(ROOT, 'console'),
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/axis-cgi', '/vapix', '/sign-in', '/sign-out', '/wsdl'].map((path) => [path, toDevice]),
    ),
  },
})
await server.listen()
server.printUrls()
server.bindCLIShortcuts({ print: true })
