import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openRig, PASSWORD, picture, PICTURE, SOON } from './testing/delivery-rig.ts'
import { HAS_FTP_SERVER, openFtpServer } from './testing/ftp-rig.ts'
import type { FtpServer } from './testing/ftp-rig.ts'
import { drip, openLineServer, openPlainServer } from './testing/plain-server.ts'

const ONE = { attachments: [picture()] }

test('the FTP server is installed', ({ skip }) => {
  skip(!HAS_FTP_SERVER, 'python3-pyftpdlib is not installed: FTP is tested without a real server')
})

describe.skipIf(!HAS_FTP_SERVER)('with a real server', () => {
  let server: FtpServer
  beforeAll(async () => {
    server = await openFtpServer('door', PASSWORD)
  })
  beforeEach(() => {
    for (const name of readdirSync(server.folder)) {
      rmSync(join(server.folder, name), { recursive: true })
    }
  })
  afterAll(() => server.close())

  const at = (changes: object = {}, { ready }: Pick<FtpServer, 'ready'> = server) => ({
    host: '127.0.0.1',
    port: String(ready.port),
    login: 'door',
    password: PASSWORD,
    ...changes,
  })
  const files = ({ folder }: Pick<FtpServer, 'folder'> = server) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
      .toSorted()
  /** One whose commands are those of the test alone. */
  async function openOwn(): Promise<FtpServer> {
    const own = await openFtpServer('door', PASSWORD)
    onTestFinished(() => own.close())
    return own
  }

  test.each([
    ['', ''],
    ['pictures/Tür 1', '/pictures/Tür 1'],
    ['/a/b/', '/a/b'],
    ['a\\b', '/a/b'],
    ['./a', '/a'],
  ])('pictures are put into the folder %j, which is made', async (upload_path, folder) => {
    const attachments = [picture('x/y/1.jpg'), picture('x/Tür 2.jpg'), picture('3.jpg')]
    const sent = await openRig('ftp').send(at({ upload_path }), { attachments })
    expect(sent).toMatch(/^226 /)
    expect(files()).toEqual(
      [`${folder}/3.jpg`, `${folder}/x/Tür 2.jpg`, `${folder}/x/y/1.jpg`].toSorted(),
    )
    expect(readFileSync(join(server.folder, folder, '3.jpg'))).toEqual(PICTURE)
  })

  test('active FTP was asked for', async () => {
    const sent = await openRig('ftp').send(at({ passive: '0' }), {
      attachments: [picture('1.jpg')],
    })
    expect(sent).toMatch(/^226 /)
    expect(files()).toEqual(['/1.jpg'])
  })

  test('a file that exists is replaced', async () => {
    const own = await openOwn()
    writeFileSync(join(own.folder, '1.jpg'), 'a longer one than the picture is by some bytes')
    for (const temporary of ['0', '1']) {
      await openRig('ftp').send(at({ temporary }, own), { attachments: [picture('1.jpg')] })
      expect(readFileSync(join(own.folder, '1.jpg'))).toEqual(PICTURE)
      expect(files(own)).toEqual(['/1.jpg'])
    }
    expect(await own.take(3)).toEqual([
      ['STOR', '1.jpg'],
      ['STOR', '1.jpg.part'],
      ['RNTO', '1.jpg'],
    ])
  })

  test('what could not be renamed is deleted', async () => {
    mkdirSync(join(server.folder, '1.jpg'))
    const sent = await openRig('ftp').send(at({ temporary: '1' }), {
      attachments: [picture('1.jpg')],
    })
    expect(sent).toMatchObject({ reason: 'refused', detail: expect.stringMatching(/^550 /) })
    expect(readdirSync(server.folder)).toEqual(['1.jpg'])
  })

  test('the test leaves nothing behind', async () => {
    const own = await openOwn()
    expect(await openRig('ftp').test(at({ upload_path: 'new' }, own))).toMatch(/^226 /)
    expect(files(own)).toEqual([])
    expect(await own.take(3)).toEqual([
      ['MKD', 'new'],
      ['STOR', 'lintel-test.txt'],
      ['DELE', 'lintel-test.txt'],
    ])
  })

  test('who may not delete is told of the test file', async () => {
    expect(await openRig('ftp').test(at({ login: 'adder' }))).toBe(
      'lintel-test.txt could not be removed',
    )
    expect(files()).toEqual(['/lintel-test.txt'])
  })

  test('a wrong password, and no right to write', async () => {
    const rig = openRig('ftp')
    for (const changes of [{ password: 'wrong' }, { login: 'nobody' }, { login: '' }]) {
      expect(await rig.send(at(changes), ONE)).toEqual({
        reason: 'signIn',
        detail: expect.stringMatching(/^530 /),
      })
    }
    const reader = at({ login: 'reader' })
    expect(await rig.send(reader, { attachments: [picture('1.jpg')] })).toEqual({
      reason: 'refused',
      detail: '550 Not enough privileges.',
    })
    expect(await rig.send(reader, ONE)).toMatchObject({ reason: 'notFound' })
    expect(files()).toEqual([])
  })
})

test.each(['../a', 'a/../../b', 'a\nDELE b', 'a\0'])('the path %j is refused', async (path) => {
  const to = { host: '127.0.0.1', port: '1', upload_path: path }
  const failure = { reason: 'notPossible', detail: 'This path is not possible.' }
  expect(
    await openRig('ftp').send({ ...to, upload_path: '' }, { attachments: [picture(path)] }),
  ).toEqual(failure)
})

test.each([
  ['552 Full', 'noSpace', '552 Full'],
  ['452 Full', 'noSpace', '452 Full'],
  ['553 Name', 'refused', '553 Name'],
  [`550 Not ${PASSWORD}`, 'refused', '550 Not ***'],
])('an upload that is answered by %j', async (reply, reason, detail) => {
  const data = await openPlainServer()
  const server = await openLineServer('220 test', {
    PASS: '230 Fine',
    USER: '331 Password',
    PWD: '257 "/"',
    EPSV: `229 Here (|||${data.port}|)`,
    STOR: `150 Go on\r\n${reply}`,
    '*': '200 Fine',
  })
  onTestFinished(async () => {
    await server.close()
    await data.close()
  })
  const to = { host: '127.0.0.1', port: String(server.port), login: 'door', password: PASSWORD }
  expect(await openRig('ftp').send(to, ONE)).toEqual({ reason, detail })
  await server.idle()
  await data.idle()
})

test('a server whose port for data nobody can reach', async () => {
  const data = await openPlainServer()
  await data.close()
  const [high, low] = [Math.floor(data.port / 256), data.port % 256]
  const server = await openLineServer('220 test', {
    USER: '230 Fine',
    PWD: '257 "/"',
    EPSV: `229 Here (|||${data.port}|)`,
    PASV: `227 Here (127,0,0,1,${high},${low})`,
    '*': '200 Fine',
  })
  onTestFinished(() => server.close())
  const to = { host: '127.0.0.1', port: String(server.port) }
  expect(await openRig('ftp').send(to, ONE)).toEqual({
    reason: 'unreachable',
    detail: `connect ECONNREFUSED 127.0.0.1:${data.port}`,
  })
})

test('a server that has no passive mode', async () => {
  const server = await openLineServer('220 test', {
    USER: '230 Fine',
    PWD: '257 "/"',
    EPSV: '502 No such command',
    PASV: '502 No such command',
    '*': '200 Fine',
  })
  onTestFinished(() => server.close())
  const to = { host: '127.0.0.1', port: String(server.port) }
  expect(await openRig('ftp').send(to, ONE)).toEqual({
    reason: 'refused',
    detail: '502 No such command',
  })
})

test.each([
  ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'protocol'],
  ['too much', `220-${'x'.repeat(70_000)}`, 'protocol'],
  ['that it is busy', '421 Too many users\r\n', 'refused'],
  ['endless text', 'x'.repeat(70_000), 'protocol'],
  ['nothing', '', 'unreachable'],
])('a server that says %s', async (_, words, reason) => {
  const server = await openPlainServer((socket) => socket.end(words))
  onTestFinished(() => server.close())
  const to = { host: '127.0.0.1', port: String(server.port) }
  expect(await openRig('ftp').send(to, ONE)).toMatchObject({ reason })
  await server.idle()
})

test.each(['silent', 'dripping'])('a %s server is given up', async (how) => {
  const server = await openPlainServer((socket) => {
    if (how === 'dripping') drip(socket, '220-more\r\n')
  })
  onTestFinished(() => server.close())
  const to = { host: '127.0.0.1', port: String(server.port) }
  const rig = openRig('ftp', { limit: SOON })
  expect(await rig.send(to, ONE)).toEqual({ reason: 'timeout', detail: '' })
  await server.idle()
})

test('both connections end with a delivery to a server that takes no data', async () => {
  const data = await openPlainServer((socket) => socket.pause())
  const server = await openLineServer('220 test', {
    USER: '230 Fine',
    PWD: '257 "/"',
    EPSV: `229 Here (|||${data.port}|)`,
    STOR: '150 Go on',
    '*': '200 Fine',
  })
  onTestFinished(async () => {
    await server.close()
    await data.close()
  })
  const attachments = [{ ...picture(), bytes: Buffer.alloc(20 << 20) }]
  const stop = new AbortController()
  const to = { host: '127.0.0.1', port: String(server.port) }
  const sending = openRig('ftp').send(to, { attachments }, stop.signal)
  await data.connected()
  stop.abort(new Error('enough'))
  await expect(sending).rejects.toThrow('enough')
  await server.idle()
})

test('nobody listens', async () => {
  const server = await openPlainServer()
  await server.close()
  const to = { host: '127.0.0.1', port: String(server.port) }
  expect(await openRig('ftp').test(to)).toMatchObject({ reason: 'unreachable' })
})
