import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiskFull } from '@lintel/disk-image/file-system'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JobWatch } from './jobs.ts'
import type { ShareFiles, ShareServer } from './share-client.ts'
import type { ShareFailure } from './share-failure.ts'
import { openSmbclient } from './share-smbclient.ts'
import { FULL_AT, HAS_SAMBA, openSamba, SHARE_PASSWORD, SHARE_USER } from './testing/samba.ts'
import type { Samba } from './testing/samba.ts'
import { makeShareRig } from './testing/share-rig.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const watch = (progress: (percent: number) => void = () => {}): JobWatch => ({
  signal: new AbortController().signal,
  progress,
})

test('without smbclient it says which package has it', async () => {
  const client = openSmbclient({ path: '/nowhere' })
  await expect(client.open(serverAt('127.0.0.1')).usage()).rejects.toMatchObject({
    trouble: 'program',
    code: '10',
    message: expect.stringContaining('package smbclient on Debian'),
  })
})

const serverAt = (host: string, changes: Partial<ShareServer> = {}): ShareServer => ({
  host,
  share: 'rec',
  user: SHARE_USER,
  password: SHARE_PASSWORD,
  mountOptions: '',
  ...changes,
})

// Needs Debian's samba and smbclient, and root.
describe.skipIf(!HAS_SAMBA)('with a real server', () => {
  let samba: Samba
  const opened: ShareFiles[] = []

  const open = (changes: Partial<ShareServer> = {}, limit?: number) => {
    const client = openSmbclient(limit === undefined ? {} : { limit })
    const files = client.open(serverAt(samba.address, changes))
    opened.push(files)
    return files
  }
  const onDisk = (...names: string[]) => join(samba.files, ...names)

  beforeAll(async () => {
    samba = await openSamba()
  })
  beforeEach(() => {
    for (const files of opened.splice(0)) files.close()
    execFileSync('find', [samba.files, '-mindepth', '1', '-delete'])
  })
  afterAll(() => samba.close())

  test('files are written into folders, listed, read and removed', async () => {
    const files = open()
    const before = Math.floor(Date.now() / 1000) * 1000
    await files.write('20261123/14-05-09 Tür; 1.jpg', bytes('one'))
    await files.write('20261123/14-05-09 Tür; 1.jpg', bytes('two'))
    await files.write('20261123/deep/b', new Uint8Array())
    expect(readFileSync(onDisk('20261123', '14-05-09 Tür; 1.jpg'), 'utf8')).toBe('two')

    const list = await files.list('20261123')
    expect(list.map(({ path, size }) => [path, size])).toEqual([
      ['20261123/14-05-09 Tür; 1.jpg', 3],
      ['20261123/deep/b', 0],
    ])
    for (const { modified } of list) {
      expect(modified).toBeGreaterThanOrEqual(before)
      expect(modified).toBeLessThanOrEqual(Date.now())
    }
    expect(await files.list('')).toEqual(list)
    expect(await files.list('other')).toEqual([])

    expect(await files.read('20261123/14-05-09 Tür; 1.jpg')).toEqual(Buffer.from('two'))
    expect(await files.read('20261123/missing')).toBeUndefined()
    await files.remove('20261123/deep/b')
    await files.remove('20261123/deep/b')
    expect(readdirSync(onDisk('20261123'))).toEqual(['14-05-09 Tür; 1.jpg'])
    await files.remove('20261123/14-05-09 Tür; 1.jpg')
    expect(readdirSync(samba.files)).toEqual([])
  })

  test('files of other devices that are being written stay, and what this one has left goes', async () => {
    const name = (owner: string) => `.lintel-${owner}-0123456789abcdef.part`
    for (const owner of ['device', 'AECC8E000000']) writeFileSync(onDisk(name(owner)), 'x')
    writeFileSync(onDisk('.lintel-device-readme'), 'x')
    const client = openSmbclient()
    const [writing, tidying] = [
      client.open(serverAt(samba.address)),
      client.open(serverAt(samba.address)),
    ]
    opened.push(writing, tidying)
    await Promise.all([writing.write('a', bytes('a')), tidying.tidy()])
    await writing.tidy()
    expect(readdirSync(samba.files).toSorted()).toEqual([
      name('AECC8E000000'),
      '.lintel-device-readme',
      'a',
    ])
  })

  test('a password may be longer than smbclient reads from its descriptor', async () => {
    const password = 'p"ä '.repeat(30).trim()
    samba.setPassword(password)
    try {
      await open({ password }).check(watch())
    } finally {
      samba.setPassword(SHARE_PASSWORD)
    }
  })

  test('a file that does not fit into memory is not read', async () => {
    writeFileSync(onDisk('huge'), '')
    truncateSync(onDisk('huge'), 65 << 20)
    await expect(open().read('huge')).rejects.toThrow('the file is too large')
  })

  test('sizes are those of the server', async () => {
    samba.setSize(2_000_000, 500)
    expect(await open().usage()).toEqual({ total: 2_000_000 * 1024, free: 500 * 1024 })
  })

  test('a check writes a file, reads it and deletes it, and says how far it is', async () => {
    const heard: number[] = []
    const before = localFiles()
    const added: string[] = []
    const see = (percent: number) => {
      heard.push(percent)
      added.push(...localFiles().filter((name) => !before.includes(name)))
    }
    await open().check(watch(see))
    expect(heard).toEqual([25, 50, 75])
    // A power cut would leave what has a name.
    if (process.platform === 'linux') expect(added).toEqual([])
    expect(readdirSync(samba.files)).toEqual([])
  })

  test.each([
    ['a wrong password', { password: 'wrong' }, 'login', '720'],
    ['an unknown user', { user: 'nobody-of-them' }, 'login', '720'],
    ['no login where one is needed', { user: '', password: '' }, 'login', '720'],
    ['an unknown share', { share: 'other' }, 'noShare', '710'],
    ['a share that is read-only', { share: 'ro' }, 'write', '740'],
    ['a dead port', { host: '127.61.0.9' }, 'connect', '760'],
    ['an unknown host', { host: 'nas.invalid' }, 'noHost', '700'],
    ['a server that refuses SMB 1.0', { mountOptions: 'vers=1.0' }, 'version', '760'],
    ['a version that nobody speaks', { mountOptions: 'vers=9' }, 'version', '760'],
  ] as const)('%s is told as such', async (_, changes, trouble, code) => {
    await expect(open(changes).check(watch())).rejects.toMatchObject({ trouble, code })
    expect(readdirSync(samba.files)).toEqual([])
  })

  test('SMB 2.0 is spoken when it is selected', async () => {
    const files = open({ mountOptions: 'vers=2.0' })
    const writing = files.write('a', bytes('a'))
    await writing
    expect(await files.read('a')).toEqual(Buffer.from('a'))
  })

  test('a full disk is told as such, and nothing of the file stays', async () => {
    const files = open()
    await files.write('a', bytes('old'))
    await expect(files.write('a', new Uint8Array(FULL_AT + 1))).rejects.toThrow(DiskFull)
    expect(readdirSync(samba.files)).toEqual(['a'])
    expect(readFileSync(onDisk('a'), 'utf8')).toBe('old')
  })

  test('a name that would be a command or leave the share is refused', async () => {
    const files = open()
    for (const path of ['a"\nquit', '../a', 'a//b', '', 'a*']) {
      await expect(files.write(path, bytes('x'))).rejects.toThrow('file name')
      expect(await files.read(path)).toBeUndefined()
      await files.remove(path)
    }
    await files.write('!touch x', bytes('x'))
    expect(readdirSync(samba.files)).toEqual(['!touch x'])
  })

  test('erasing deletes everything, and names what it could not delete', async () => {
    const files = open()
    mkdirSync(onDisk('a', 'b'), { recursive: true })
    mkdirSync(onDisk('empty'))
    for (const name of ['a/1', 'a/b/2', `long ${'x'.repeat(60)} D`, '.hidden']) {
      writeFileSync(onDisk(name), 'x')
    }
    const heard: number[] = []
    const held = ['chattr', '+i', onDisk('a', 'b', '2')] as const
    execFileSync(held[0], held.slice(1))
    try {
      expect(await files.erase(watch((percent) => heard.push(percent)))).toEqual([
        'a/b/2',
        'a/b',
        'a',
      ])
    } finally {
      execFileSync('chattr', ['-i', onDisk('a', 'b', '2')])
    }
    expect(readdirSync(samba.files)).toEqual(['a'])
    expect(heard.at(-1)).toBe(100)
    expect(await files.erase(watch())).toEqual([])
    expect(readdirSync(samba.files)).toEqual([])
  })

  test('neither arguments nor environment of a program have the login', async () => {
    const user = 'someone-secret'
    const password = 'never-to-be-seen'
    const seen: string[] = []
    const ended: string[] = []
    const checking = open({ user, password })
      .check(watch())
      .catch(({ trouble }: ShareFailure) => ended.push(trouble))
    while (ended.length === 0) {
      seen.push(...childProcesses())
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    await checking
    expect(ended).toEqual(['login'])
    expect(seen.join()).toContain('smbclient')
    expect(seen.filter((one) => one.includes(user) || one.includes(password))).toEqual([])
  })

  test('a server that is killed in the middle of a write is lost, and found when it is back', async () => {
    const files = open()
    await files.write('a', bytes('old'))
    const writing = files.write('a', new Uint8Array(FULL_AT))
    // On a busy computer everything may be written by now, and the file is about to get its name.
    const failing = expect(writing).rejects.toMatchObject({
      trouble: expect.stringMatching(/^(gone|connect)$/) as string,
    })
    while (!readdirSync(samba.files).some((name) => name.endsWith('.part'))) {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    await samba.kill()
    await failing
    await expect(files.usage()).rejects.toMatchObject({ trouble: 'connect' })
    await samba.start()
    expect((await files.list('')).map(({ path }) => path)).toEqual(['a'])
    expect(await files.read('a')).toEqual(Buffer.from('old'))
    await files.tidy()
    expect(readdirSync(samba.files)).toEqual(['a'])
  })

  test('the disk loses its server and finds it again, and the share is whole', async () => {
    const rig = makeShareRig(openSmbclient())
    try {
      rig.powerOn()
      const { address: host } = samba
      const login = { user: SHARE_USER, password: SHARE_PASSWORD }
      const shareId = rig.disk.shares.add({ nicename: 'n', host, share: 'rec', ...login })
      rig.disk.shares.bind(shareId, false)
      expect(await rig.run('mount')).toMatchObject({ result: 'OK', description: '' })
      samba.setSize(1000, 800)
      await rig.disk.files()?.write('20261123/a', bytes('a'))
      await rig.until(async () => (await rig.disk.info()).freesize === 800)
      await samba.kill()
      await expect(rig.disk.files()?.read('20261123/a')).rejects.toThrow('No connection')
      expect(await rig.status()).toBe('failed')
      await samba.start()
      await rig.clock.advance(60_000)
      await rig.until(async () => (await rig.status()) === 'OK')
      expect(await rig.disk.files()?.read('20261123/a')).toEqual(Buffer.from('a'))
      expect(readdirSync(samba.files)).toEqual(['20261123'])
    } finally {
      await rig.close()
    }
  })

  test('a server that no longer answers counts as lost after the time limit', async () => {
    samba.freeze()
    try {
      await expect(open({}, 300).usage()).rejects.toMatchObject({ trouble: 'timeout' })
      const stuck = open()
      const failing = expect(stuck.usage()).rejects.toMatchObject({ trouble: 'stopped' })
      stuck.close()
      await failing
    } finally {
      await samba.kill()
      await samba.start()
    }
  })
})

/** What has the name of a file of ours on its way to smbclient. */
const localFiles = () =>
  readdirSync(tmpdir()).filter((name) => /^lintel-share-|^[\da-f]{8}-[\da-f-]{27}$/.test(name))

/** Arguments and environment of the programs that this process runs, and theirs. */
function childProcesses(): string[] {
  const found: string[] = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!/smbclient|^cat/.test(args)) continue
      found.push(args, readFileSync(`/proc/${pid}/environ`, 'utf8'))
    } catch {
      // It has ended.
    }
  }
  return found
}
