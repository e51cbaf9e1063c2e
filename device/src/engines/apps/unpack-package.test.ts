import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Refusal } from '@lintel/contract/fault'
import { PACKAGE_MAX } from '@lintel/contract/rules/applications'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appPackage, arriving, manifestOf, packageOf } from './testing/make-package.ts'
import type { Entry } from './testing/make-package.ts'
import { LIMITS, unpackPackage } from './unpack-package.ts'

let place: string
let folder: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lintel-package-'))
  folder = join(place, 'app')
  mkdirSync(folder)
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const unpack = (bytes: Uint8Array, diskFull = false) =>
  unpackPackage(arriving(bytes), { folder, diskFull: () => diskFull })

/** The code of a refusal. */
async function codeOf(bytes: Uint8Array, diskFull?: boolean): Promise<string | undefined> {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  const cause: unknown = await unpack(bytes, diskFull).catch((error: unknown) => error)
  if (!(cause instanceof Refusal)) throw new TypeError(`not refused: ${String(cause)}`)
  return cause.codes?.[0]
}

const program: Entry = { name: 'bell', content: '#!/bin/sh\n', mode: 0o755 }
const manifest: Entry = { name: 'manifest.json', content: manifestOf() }
const withEntry = (...entries: Entry[]) => packageOf([manifest, program, ...entries])

/** A long name as GNU's tar has it, for the entry that follows. */
const longName = (content: string): Entry => ({ name: '././@LongLink', type: 'L', content })

const endpoint = (target: string) =>
  manifestOf({
    configuration: { reverseProxy: [{ apiPath: 'rings', target, access: 'viewer' }] },
  })

const elf = (machine: number) => {
  const head = Buffer.alloc(64)
  head.write('\u007fELF', 'latin1')
  head.writeUInt16LE(machine, 18)
  return head
}
const OTHER_MACHINE = process.arch === 'arm64' ? 62 : 183

test('a package is unpacked with its folders, and only its program and what may be run can be', async () => {
  const settings = await unpack(
    withEntry(
      { name: './html/', type: '5' },
      { name: './html/index.html', content: '<p>' },
      { name: 'lib/helper', content: '#!/bin/sh\n', mode: 0o755 },
    ),
  )
  expect(settings).toMatchObject({ name: 'bell', version: '2.1.0', applicationId: '4711' })
  expect(
    readdirSync(folder, { recursive: true })
      .map(String)
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['bell', 'html', 'html/index.html', 'lib', 'lib/helper', 'manifest.json'])
  const mode = (name: string) => statSync(join(folder, name)).mode & 0o777
  expect(['bell', 'html/index.html', 'lib/helper', 'lib'].map(mode)).toEqual([
    0o700, 0o600, 0o700, 0o700,
  ])
})

test('a program without the right to run gets it', async () => {
  await unpack(packageOf([manifest, { ...program, mode: 0o644 }]))
  expect(statSync(join(folder, 'bell')).mode & 0o777).toBe(0o700)
})

test.each(['gnu', 'posix', 'ustar'])(
  'a package that the program tar has made in the format %s is read',
  async (format) => {
    const source = join(place, 'source')
    const long = `${'long-folder-name/'.repeat(9)}page-with-a-long-name.html`
    mkdirSync(join(source, 'html', long, '..'), { recursive: true })
    writeFileSync(join(source, 'manifest.json'), manifestOf())
    writeFileSync(join(source, 'bell'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(source, 'html', long), 'long')
    const file = join(place, 'bell.eap')
    execFileSync('tar', [
      `--format=${format}`,
      '-C',
      source,
      '-czf',
      file,
      'manifest.json',
      'bell',
      'html',
    ])
    await unpack(readFileSync(file))
    expect(readFileSync(join(folder, 'html', long), 'utf8')).toBe('long')
  },
)

describe('a package is refused', () => {
  test.each<[string, Buffer]>([
    ['that is empty', Buffer.alloc(0)],
    ['that is text', Buffer.from('no package')],
    ['whose gzip has something else inside', gzipSync(Buffer.alloc(4096, 'x'))],
    ['without settings', packageOf([program])],
    ['that is cut off', appPackage().subarray(0, 200)],
    ['that ends in a file', gzipSync(Buffer.from(gunzipSync(appPackage()).subarray(0, 700)))],
    ['that is a plain tar archive', gunzipSync(appPackage())],
  ])('%s, as it is none (APPS-16)', async (_what, bytes) => {
    expect(await codeOf(bytes)).toBe('1')
  })

  test.each<[string, Entry]>([
    ['with a path out of its folder', { name: '../escaped' }],
    ['with a path out of a folder in it', { name: 'html/../../escaped' }],
    ['with an absolute path', { name: '/tmp/escaped' }],
    ['with a path of Windows', { name: 'html\\..\\..\\escaped' }],
    ['with a drive', { name: 'C:escaped' }],
    ['with a link', { name: 'link', type: '2', link: '/etc/passwd' }],
    ['with a hard link', { name: 'link', type: '1', link: 'bell' }],
    ['with a device', { name: 'device', type: '3' }],
    ['with a pipe', { name: 'pipe', type: '6' }],
    ['with a file twice', { name: 'bell', content: 'other' }],
    ['with a file below a file', { name: 'bell/inside', content: 'x' }],
    ['with a control character in a name', { name: 'a\nb' }],
    ['with a file in place of the folder for data', { name: 'localdata' }],
  ])('%s, and nothing is written outside (APPS-17)', async (_what, entry) => {
    expect(await codeOf(withEntry(entry))).toBe('2')
    expect(readdirSync(place)).toEqual(['app'])
    expect(existsSync('/tmp/escaped')).toBe(false)
  })

  test.each<[string, Record<string, string>]>([
    ['for another processor', { architecture: 'armv9' }],
    ['for a later interface', { embeddedSdkVersion: '9.1' }],
  ])('%s (APPS-17)', async (_what, setup) => {
    expect(await codeOf(appPackage({ setup }))).toBe('2')
  })

  test('without its program (APPS-17)', async () => {
    expect(await codeOf(packageOf([manifest]))).toBe('2')
  })

  test('that is too large, unpacked or as it is, or has no room (APPS-18)', async () => {
    const size = LIMITS.unpacked + 1
    expect(await codeOf(withEntry({ name: 'large', size }))).toBe('3')
    expect(await codeOf(appPackage(), true)).toBe('3')
    const many = Array.from({ length: LIMITS.entries }, (_, at): Entry => ({
      name: `${at}/`,
      type: '5',
    }))
    expect(await codeOf(withEntry(...many))).toBe('3')
  })

  test('that expands without end, in its archive or in its headers (APPS-18)', async () => {
    const silent: Entry = { name: 'x', type: 'g', content: Buffer.alloc(16 * 1024) }
    const part = gunzipSync(packageOf(Array.from({ length: 64 }, () => silent)))
    // Parts of gzip files follow each other. The archive must not end in one.
    const bomb = gzipSync(part.subarray(0, -1024))
    const times = Math.ceil((LIMITS.unpacked + 8 * 1024 * 1024) / part.length)
    expect(await codeOf(Buffer.concat(Array.from({ length: times }, () => bomb)))).toBe('3')
    async function* endless(): AsyncGenerator<Uint8Array> {
      // A gzip header with a name that doesn't end.
      yield Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3])
      for (let sent = 0; sent <= PACKAGE_MAX; sent += 1024 * 1024)
        yield Buffer.alloc(1024 * 1024, 'x')
    }
    const cause: unknown = await unpackPackage(endless(), { folder, diskFull: () => false }).catch(
      (error: unknown) => error,
    )
    expect((cause as Refusal).codes).toEqual(['3'])
  })

  test.each<[string, string, Buffer]>([
    [
      'settings of 300 kB',
      '3',
      packageOf([{ ...manifest, content: manifestOf().padEnd(300_000) }]),
    ],
    ['a path of 203 bytes', '2', withEntry(longName('a/'.repeat(101)), { name: 'x' })],
    ['a name of 17 kB', '1', withEntry(longName('a'.repeat(17 * 1024)), { name: 'x' })],
    ['a wrong sum', '1', gzipSync(Buffer.from(gunzipSync(appPackage()).fill('7', 101, 102)))],
    [
      '2 MB after its end',
      '1',
      gzipSync(Buffer.concat([gunzipSync(appPackage()), Buffer.alloc(2 * 1024 * 1024)])),
    ],
  ])('with %s', async (_what, code, bytes) => {
    expect(await codeOf(bytes)).toBe(code)
  })

  test('whose program is for another processor, or none (APPS-19)', async () => {
    const other = { ...program, content: elf(OTHER_MACHINE) }
    expect(await codeOf(packageOf([manifest, other]))).toBe('5')
    expect(await codeOf(packageOf([manifest, { ...program, content: 'text' }]))).toBe('5')
  })

  test('that needs what the device lacks (APPS-19)', async () => {
    const resources = { dbus: { requiredMethods: ['com.axis.Overlay.Add'] } }
    const content = JSON.stringify({ ...(JSON.parse(manifestOf()) as object), resources })
    expect(await codeOf(packageOf([{ ...manifest, content }, program]))).toBe('5')
  })

  test.each<[string, string]>([
    ['a manifest that is no JSON', '{'],
    ['a name that leads elsewhere', manifestOf({ setup: { appName: '../sh' } })],
    ['the name of the device', manifestOf({ setup: { appName: 'device' } })],
    ['an unknown run mode', manifestOf({ setup: { runMode: 'always' } })],
    ['no version', manifestOf({ setup: { version: 'new' } })],
    ['half a character in its name', manifestOf({ setup: { friendlyName: '\ud800' } })],
    [
      'a licence without an ID',
      manifestOf({ setup: { appId: '' }, copyProtection: { method: 'axis' } }),
    ],
    ['an endpoint at another host', endpoint('http://192.0.2.1:8000')],
    ['an endpoint at a port of the host', endpoint('http://localhost:22')],
    ['an endpoint at a socket elsewhere', endpoint('unix:../../bell.sock')],
  ])('with %s (APPS-29)', async (_what, content) => {
    expect(await codeOf(packageOf([{ ...manifest, content }, program]))).toBe('29')
  })
})

test('an error of the sender is not one of the package', async () => {
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield appPackage().subarray(0, 100)
    throw new Error('gone')
  }
  await expect(unpackPackage(cut(), { folder, diskFull: () => false })).rejects.toThrow('gone')
})

describe('package.conf', () => {
  const CONF = `PACKAGENAME="Old bell" # for people
APPTYPE="all"
APPNAME='bell'
APPID="4712"
VENDOR="Example Ltd"
VENDORHOMEPAGELINK='<a href="http://example.com" target="_blank">example.com</a>'
APPMAJORVERSION="1"
APPMINORVERSION="4"
APPMICROVERSION="0"
REQEMBDEVVERSION="2.0"
STARTMODE="respawn"
SETTINGSPAGEFILE="setup.html"
LICENSEPAGE="axis"
POSTINSTALLSCRIPT="$(reboot)"
`
  test('of an old package is read, and nothing in it is run', async () => {
    expect(
      await unpack(packageOf([{ name: 'package.conf', content: CONF }, program])),
    ).toMatchObject({
      name: 'bell',
      niceName: 'Old bell',
      vendorHomepage: 'http://example.com',
      version: '1.4.0',
      applicationId: '4712',
      runMode: 'respawn',
      licence: 'checked',
      settingPage: 'setup.html',
    })
  })

  test('counts less than a manifest, in whatever order they come', async () => {
    const conf = { name: 'package.conf', content: CONF }
    expect((await unpack(packageOf([conf, program, manifest]))).version).toBe('2.1.0')
  })

  test.each(['APPNAME="a b"', 'no setting', 'STARTMODE="always"'])(
    'with %s is refused (APPS-29)',
    async (line) => {
      const content = `${CONF}${line}\n`
      expect(await codeOf(packageOf([{ name: 'package.conf', content }, program]))).toBe('29')
    },
  )
})
