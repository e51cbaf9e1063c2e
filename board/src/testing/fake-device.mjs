/**
 * A device for the board's own tests: it talks to the board, answers over HTTP and stores one file.
 * FAKE_DEVICE in the environment makes it misbehave: `crash` ends it after the hello, `lost` as if
 * it could not read its state, `stubborn` ignores requests to stop (and writes the file
 * `ignored-stop`).
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const behaviour = process.env['FAKE_DEVICE'] ?? ''
/** @type {import('@lintel/contract/wire').Plugged} */
let plugged
let clockOffset = 0
/** @type {string[]} */
const pressed = []

/** @param {import('@lintel/contract/wire').FromDevice} message */
const tell = (message) => process.send?.(message)

const stateFile = () => join(plugged.dataFolder, 'state.db')

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://device')
  if (pathname === '/write') writeFileSync(stateFile(), searchParams.get('text') ?? '')
  if (pathname === '/restart') {
    tell({ type: 'restart' })
    if (behaviour !== 'stubborn') setTimeout(() => process.exit(0), 10)
  }
  if (pathname === '/sound') {
    const file = searchParams.get('file')
    const sound = {
      name: 'Bell',
      ...(file ? { file } : {}),
      seconds: 2,
      plays: 1,
      volume: 100,
      since: 5,
    }
    tell({ type: 'sound', sound: file === null ? null : sound })
    tell({ type: 'identify', on: file !== null })
    tell({ type: 'callButtonLight', idle: file === null })
    const light = { colour: file === null ? 'green' : 'red', interval: file === null ? null : 250 }
    tell({ type: 'statusLight', light: /** @type {never} */ (light) })
  }
  if (pathname === '/terminals') {
    /** @type {unknown} */
    const terminals = JSON.parse(searchParams.get('terminals') ?? '[]')
    tell({ type: 'terminals', terminals: /** @type {never} */ (terminals) })
  }
  if (pathname === '/crash') setTimeout(() => process.exit(3), 10)
  const text = existsSync(stateFile()) ? readFileSync(stateFile(), 'utf8') : ''
  response.end(JSON.stringify({ ...plugged, clockOffset, pressed, text, pid: process.pid }))
})

function boot() {
  mkdirSync(plugged.dataFolder, { recursive: true })
  clockOffset = plugged.clockOffset
  process.stdout.write(`{"msg":"booted ${plugged.serial}"}\n`)
  server.listen(plugged.ports.http, plugged.address, () => {
    const http = `http://${plugged.address}:${plugged.ports.http}`
    tell({ type: 'display', display: { state: 'on', title: 'Door', subtitle: '', time: '12:00' } })
    tell({ type: 'running', http, https: undefined })
  })
}

/**
 * @param {string} callId
 * @returns {import('@lintel/contract/wire').CallAtFront}
 */
const callOf = (callId) => ({
  callId,
  direction: 'incoming',
  state: 'active',
  remote: 'sip:6001@192.0.2.1',
  account: 'Gate',
  codec: 'G.722',
  encrypted: false,
  since: 0,
  heard: null,
  spoken: -20,
})

/**
 * A reader that sent this.
 * @param {string} bits
 * @returns {import('@lintel/contract/cards').ReaderAtFront}
 */
const readerWith = (bits) => ({
  protocol: 'Wiegand',
  colour: 'White',
  blinksWith: null,
  beeps: false,
  lines: [],
  onWire: [{ at: 0, kind: 'wiegand', of: 'card', bits }],
})

/** @param {import('@lintel/contract/wire').ToDevice} message */
function received(message) {
  switch (message.type) {
    case 'plugged':
      plugged = message.plugged
      if (behaviour === 'crash') process.exit(5)
      if (behaviour === 'lost') process.exit(65)
      boot()
      return
    case 'world':
      plugged.world = message.world
      return
    case 'faults':
      plugged.faults = message.faults
      return
    case 'persona':
      plugged.persona = message.persona
      return
    case 'pressed':
      pressed.push(message.key)
      return
    case 'monitor':
      // What it would send until further notice, once.
      if (message.levels)
        tell({ type: 'levels', levels: { input: { rms: -20, peak: -17, hold: null } } })
      if (message.samples)
        tell({ type: 'samples', pcm: Buffer.from([1, 2, 3, 4]).toString('base64') })
      return
    case 'knock':
      pressed.push(`knock ${message.force}`)
      return
    case 'spoken':
      // Its loudspeaker plays what it hears.
      tell({ type: 'samples', pcm: message.pcm })
      return
    case 'watchHdmi':
      if (message.on) tell({ type: 'hdmiPicture', jpeg: '/9j/2Q==' })
      return
    case 'sendWelcomeImage':
      tell({ type: 'welcomeImage', image: { hash: 'ab', contentType: 'image/png', bytes: 'AQI=' } })
      break
    case 'touched':
    case 'searched':
    case 'firmware':
    case 'ordered':
    case 'pin':
      return
    case 'stop':
      if (behaviour !== 'stubborn') process.exit(0)
      writeFileSync(join(plugged.dataFolder, 'ignored-stop'), '')
      return
    case 'sync':
      tell({ type: 'done', ask: message.ask })
      return
    case 'speaker':
      tell({ type: 'speaker', calibrated: message.calibrated ? '2026-11-20T13:07:32Z' : '' })
      break
    case 'answerCall':
      tell({ type: 'calls', calls: [callOf(message.callId)], microphone: 'silence' })
      break
    case 'endCall':
      tell({ type: 'calls', calls: [], microphone: 'silence' })
      break
    case 'microphone':
      tell({ type: 'calls', calls: [], microphone: message.microphone.kind })
      break
    case 'card':
      tell({ type: 'reader', reader: readerWith(message.card.uid) })
      break
    case 'call':
    case 'controller':
      break
    case 'oldCiphers':
      tell({ type: 'oldCiphers', left: message.left })
      break
    case 'advance':
      clockOffset += message.milliseconds
      break
    case 'clock':
      clockOffset = message.offset
      break
    case 'save':
      copyFileSync(stateFile(), message.file)
      break
    case 'restore':
      if (readFileSync(message.file, 'utf8') === 'refused') {
        tell({ type: 'done', ask: message.ask, error: 'The snapshot is not mine.' })
        return
      }
      copyFileSync(message.file, stateFile())
      clockOffset = message.clockOffset
      tell({ type: 'done', ask: message.ask })
      return
  }
  tell({ type: 'clock', offset: clockOffset })
  tell({ type: 'done', ask: message.ask })
}

process.on('message', (message) => {
  received(/** @type {import('@lintel/contract/wire').ToDevice} */ (message))
})
process.on('disconnect', () => process.exit(0))
tell({ type: 'hello' })
tell({ type: 'heartbeat' })
