import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openRig, PASSWORD, picture, PICTURE, SOON } from './testing/delivery-rig.ts'
import { drip, openPlainServer } from './testing/plain-server.ts'
import { HAS_SSHD, openSshServer } from './testing/ssh-server.ts'
import type { SshServer } from './testing/ssh-server.ts'

const ONE = { attachments: [picture()] }
/** Any key. */
const KEY = { ssh_host_pub_key_sha256: 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU' }

test('the SSH server is installed', ({ skip }) => {
  skip(!HAS_SSHD, 'sshd is not installed, or can’t run here: SFTP is tested without a real server')
})

describe.skipIf(!HAS_SSHD)('with a real server', () => {
  let server: SshServer
  beforeAll(async () => {
    server = await openSshServer({ user: 'door', password: PASSWORD })
  })
  beforeEach(() => {
    for (const name of readdirSync(server.home)) {
      rmSync(join(server.home, name), { recursive: true })
    }
  })
  afterAll(() => server.close())

  const at = (changes: object = {}, { port, fingerprints } = server) => ({
    host: '127.0.0.1',
    port: String(port),
    login: 'door',
    password: PASSWORD,
    ssh_host_pub_key_sha256: fingerprints.sha256,
    ...changes,
  })
  const files = () =>
    readdirSync(server.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(server.home.length + 1))
      .toSorted()

  test.each([
    ['', ''],
    ['pictures/Tür 1', 'pictures/Tür 1/'],
    ['a\\b/', 'a/b/'],
  ])('pictures are put into the folder %j, which is made', async (upload_path, folder) => {
    const attachments = [picture('x/y/1.jpg'), picture('x/Tür 2.jpg'), picture('3.jpg')]
    expect(await openRig('sftp').send(at({ upload_path }), { attachments })).toBe('')
    expect(files()).toEqual([`${folder}3.jpg`, `${folder}x/Tür 2.jpg`, `${folder}x/y/1.jpg`])
    expect(readFileSync(join(server.home, folder, '3.jpg'))).toEqual(PICTURE)
  })

  test('an absolute path, and a file that is replaced', async () => {
    const upload_path = join(server.home, 'a')
    for (const bytes of [Buffer.alloc(300_000, 'x'), PICTURE]) {
      const attachments = [{ ...picture('1.jpg'), bytes }]
      expect(await openRig('sftp').send(at({ upload_path }), { attachments })).toBe('')
      expect(readFileSync(join(server.home, 'a', '1.jpg')).equals(bytes)).toBe(true)
    }
  })

  test('a file gets its name once it is complete, and replaces an older one', async () => {
    const to = at({ temporary: '1', upload_path: 'a' })
    for (const bytes of [Buffer.alloc(300_000, 'x'), PICTURE]) {
      const attachments = [{ ...picture('1.jpg'), bytes }]
      expect(await openRig('sftp').send(to, { attachments })).toBe('')
      expect(readFileSync(join(server.home, 'a', '1.jpg')).equals(bytes)).toBe(true)
    }
    expect(files()).toEqual(['a/1.jpg'])
    // Only the part can be written, so this fails if the file itself is.
    chmodSync(join(server.home, 'a', '1.jpg'), 0o400)
    expect(await openRig('sftp').send(to, { attachments: [picture('1.jpg')] })).toBe('')
    // What can't be renamed is deleted.
    mkdirSync(join(server.home, 'a', '2.jpg', 'in the way'), { recursive: true })
    expect(await openRig('sftp').send(to, { attachments: [picture('2.jpg')] })).toMatchObject({
      reason: 'refused',
    })
    expect(readdirSync(join(server.home, 'a'))).toEqual(['1.jpg', '2.jpg'])
  })

  test('the test leaves nothing behind', async () => {
    expect(await openRig('sftp').test(at({ upload_path: 'new' }))).toBe('')
    expect([readdirSync(server.home), files()]).toEqual([['new'], []])
  })

  test('a wrong password', async () => {
    const rig = openRig('sftp')
    for (const changes of [{ password: 'wrong' }, { login: 'nobody-here' }, { password: '' }]) {
      expect(await rig.send(at(changes), ONE)).toEqual({
        reason: 'signIn',
        detail: 'All configured authentication methods failed',
      })
    }
  })

  test('a server that asks for the password', async () => {
    const asking = await openSshServer({ user: 'door', password: PASSWORD, asks: true })
    onTestFinished(() => asking.close())
    expect(await openRig('sftp').test(at({}, asking))).toBe('')
    expect(await openRig('sftp').test(at({ password: 'wrong' }, asking))).toMatchObject({
      reason: 'signIn',
    })
  })

  test('a server whose key is not known doesn’t get the password', async () => {
    const own = await openSshServer({ user: 'door', password: PASSWORD })
    onTestFinished(() => own.close())
    const { sha256, md5 } = own.fingerprints
    const rig = openRig('sftp')
    for (const key of [{ ssh_host_pub_key_sha256: '' }, KEY]) {
      expect(await rig.test(at(key, own))).toEqual({
        reason: 'certificate',
        detail: `The key of the server is ${sha256}`,
      })
    }
    const key = { ssh_host_pub_key_sha256: '', ssh_host_pub_key_md5: md5 }
    expect(await rig.test(at({ ...key, password: 'wrong' }, own))).toMatchObject({
      reason: 'signIn',
    })
    // The later one is the only one.
    await expect.poll(() => own.attempts()).toContain('Failed')
    expect(own.attempts()).toEqual(['Failed'])
    expect(await rig.test(at(key, own))).toBe('')
  })

  test('folders where the account may not write, and files in the way', async () => {
    const rig = openRig('sftp')
    expect(await rig.send(at({ upload_path: '/new-folder' }), ONE)).toEqual({
      reason: 'refused',
      detail: expect.stringContaining('Permission denied'),
    })
    expect(await rig.send(at({ upload_path: '/' }), { attachments: [picture('1.jpg')] })).toEqual({
      reason: 'refused',
      detail: expect.stringContaining('Permission denied'),
    })
    await rig.send(at(), { attachments: [picture('a')] })
    expect(await rig.send(at({ upload_path: 'a/b' }), ONE)).toMatchObject({ reason: 'refused' })
    expect(files()).toEqual(['a'])
  })
})

test('without a login', async () => {
  const to = { host: '127.0.0.1', port: '1', ...KEY }
  expect(await openRig('sftp').test(to)).toEqual({
    reason: 'notPossible',
    detail: 'The parameter login is missing.',
  })
})

test.each([
  ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'protocol'],
  ['an old version', 'SSH-1.5-old\r\n', 'protocol'],
  ['an empty packet', 'SSH-2.0-x\r\n\0\0\0\0\0\0', 'protocol'],
  ['endless text', 'x'.repeat(70_000), 'protocol'],
  ['nothing', '', 'unreachable'],
])('a server that says %s', async (_, words, reason) => {
  const server = await openPlainServer((socket) => socket.end(words))
  onTestFinished(() => server.close())
  const to = { host: '127.0.0.1', port: String(server.port), login: 'door', ...KEY }
  expect(await openRig('sftp').send(to, ONE)).toMatchObject({ reason })
  await server.idle()
})

test.each(['silent', 'dripping'])('a %s server is given up', async (how) => {
  const server = await openPlainServer((socket) => {
    if (how === 'dripping') drip(socket, 'Welcome\r\n')
  })
  onTestFinished(() => server.close())
  const to = { host: '127.0.0.1', port: String(server.port), login: 'door', ...KEY }
  const rig = openRig('sftp', { limit: SOON })
  expect(await rig.send(to, ONE)).toEqual({ reason: 'timeout', detail: '' })
  await server.idle()
})

test('nobody listens', async () => {
  const server = await openPlainServer()
  await server.close()
  const to = { host: '127.0.0.1', port: String(server.port), login: 'door', ...KEY }
  expect(await openRig('sftp').test(to)).toMatchObject({ reason: 'unreachable' })
})
