/**
 * Counts how often the door rings: each time when nobody was called, and then somebody is. It hears of
 * it by the device's events, with the account that the device gives it, and keeps the number in a file.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { openCount } from './count.ts'
import { followCalls } from './follow-calls.ts'

/** Where it may write; the device passes requests on to the socket there (`manifest.json`). */
const DATA = 'localdata'
const SOCKET = `${DATA}/http.sock`

const { LINTEL_URL: url, LINTEL_USER: user, LINTEL_PASSWORD: password } = process.env
if (!url || !user || !password) throw new TypeError('This program is started by a device.')

mkdirSync(DATA, { recursive: true })
const count = openCount(`${DATA}/count.json`)

// Left by a run that was killed.
rmSync(SOCKET, { force: true })
createServer((request, response) => {
  if (request.url === '/reset' && request.method === 'POST') count.set(0)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ rings: count.get() }))
}).listen(SOCKET)

followCalls({ url, user, password }, () => {
  count.set(count.get() + 1)
  console.log(`ring ${count.get()}`)
})
console.log(`counting from ${count.get()}`)
