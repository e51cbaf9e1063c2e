import { expect, onTestFinished, test } from 'vitest'
import { openRig, PASSWORD, picture, SOON } from './testing/delivery-rig.ts'
import { openPlainServer } from './testing/plain-server.ts'
import { openWebServer, USER } from './testing/web-server.ts'

const LOGIN = { login: USER, password: PASSWORD }

async function openServer(...options: Parameters<typeof openWebServer>) {
  const server = await openWebServer(...options)
  onTestFinished(() => server.close())
  return server
}

async function openPlain(...options: Parameters<typeof openPlainServer>) {
  const server = await openPlainServer(...options)
  onTestFinished(() => server.close())
  return server
}

/** The URL of a server. */
const addressOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}/`
const large = { ...picture(), bytes: Buffer.alloc(20 << 20) }

test('what was answered counts, even if the rest of the answer never comes', async () => {
  const server = await openPlain(
    (socket) => void socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\ndata: ')),
  )
  expect(await openRig('http').test({ upload_url: addressOf(server) })).toBe('200 OK')
  expect(server.received).toHaveLength(1)
})

test('what was answered counts, even if the connection then breaks', async () => {
  const server = await openPlain((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', () =>
        socket.resetAndDestroy(),
      )
    })
  })
  expect(await openRig('http').test({ upload_url: addressOf(server) })).toBe('200 OK')
})

test('a server that challenges before it has read the picture gets it again, with the proof', async () => {
  const server = await openServer({ challenge: 'md5', password: PASSWORD })
  server.instead = (request, response) => {
    server.instead = undefined
    response.writeHead(401, {
      'www-authenticate': 'Digest realm="Receiver", nonce="n0", qop="auth"',
    })
    response.end()
    request.socket.resume()
  }
  const to = { upload_url: addressOf(server), ...LOGIN }
  expect(await openRig('http').send(to, { attachments: [large] })).toBe('200 OK')
  expect(server.taken[0]?.body).toHaveLength(large.bytes.length)
})

test('an answer before the end of the picture does not cut it off', async () => {
  const server = await openPlain((socket) => {
    socket.pause()
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  const rig = openRig('http', { limit: 3 * SOON })
  expect(await rig.send({ upload_url: addressOf(server) }, { attachments: [large] })).toEqual({
    reason: 'timeout',
    detail: '',
  })
})

test('a nonce that has expired is replaced once', async () => {
  const server = await openServer()
  const nonces = ['n1', 'n2', 'n3', 'n4']
  server.instead = (request, response) => {
    const fresh = nonces.shift()
    const stale = (request.headers.authorization ?? '') === '' ? '' : ', stale=true'
    response
      .writeHead(fresh === 'n3' ? 200 : 401, {
        'www-authenticate': `Digest realm="Receiver", nonce="${fresh}", qop="auth"${stale}`,
      })
      .end()
  }
  const to = { upload_url: addressOf(server), ...LOGIN }
  expect(await openRig('http').test(to)).toBe('200 OK')
  expect(server.proofs.map((proof) => /nonce="(\w+)"/.exec(proof)?.[1])).toEqual([
    undefined,
    'n1',
    'n2',
  ])
})

test('a server whose nonces are always stale is given up', async () => {
  const server = await openServer()
  server.instead = (_, response) =>
    response
      .writeHead(401, {
        'www-authenticate': `Digest realm="Receiver", nonce="n${server.proofs.length}", qop="auth", stale=true`,
      })
      .end()
  const to = { upload_url: addressOf(server), ...LOGIN }
  expect(await openRig('http').test(to)).toEqual({ reason: 'signIn', detail: '401 Unauthorized' })
  expect(server.proofs).toHaveLength(3)
})

test('the connection stays open until the server has said everything', async () => {
  const seen: string[] = []
  const server = await openPlain((socket) => {
    const name = `${server.received.length}`
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    socket.once('end', () => seen.push(name))
  })
  const rig = openRig('http')
  for (const _ of [1, 2]) {
    expect(await rig.test({ upload_url: addressOf(server) })).toBe('200 OK')
  }
  expect(seen).toEqual([])
})

test('an endless answer is cut off soon', async () => {
  let written = 0
  let close = () => {}
  const closed = new Promise<void>((resolve) => (close = resolve))
  const server = await openServer()
  server.instead = (_, response) => {
    response.writeHead(200)
    const more = () => {
      let goesOn = !response.destroyed
      while (goesOn) {
        written += 10_000
        goesOn = response.write('x'.repeat(10_000))
      }
    }
    response.on('drain', more).once('close', close)
    more()
  }
  expect(await openRig('http').test({ upload_url: addressOf(server) })).toBe('200 OK')
  await closed
  // What the system's buffers hold was written, too.
  expect(written).toBeLessThan(20_000_000)
})
