import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { extract, list } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packConsole, packProduct } from './packages.mjs'
import { ROOT } from './root.mjs'

let folder = ''
/** The installed package. */
let lintel = ''
/** @type {{ bin: { lintel: string }, dependencies: Record<string, string> }} */
let manifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-packed-'))
  const file = await packProduct(folder)
  lintel = join(folder, 'node_modules', 'lintel')
  await mkdir(lintel, { recursive: true })
  await extract({ file: join(folder, file), cwd: lintel, strip: 1 })
  manifest = /** @type {typeof manifest} */ (await readJson(join(lintel, 'package.json')))
  // As npm does, but without the registry: tests stay on this machine.
  for (const name of await modulesBeside(Object.keys(manifest.dependencies))) {
    const at = join(folder, 'node_modules', name)
    await mkdir(join(at, '..'), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), at)
  }
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

/** @param {string} file @returns {Promise<unknown>} */
const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'))

/** The packages with these names, and what they need. @param {string[]} names */
async function modulesBeside(names) {
  const found = new Set(names)
  for (const name of found) {
    const file = join(ROOT, 'node_modules', name, 'package.json')
    // Of packages with a build for each platform, one is there.
    const { dependencies = {}, optionalDependencies = {} } =
      /** @type {Record<string, Record<string, string> | undefined>} */ (
        existsSync(file) ? await readJson(file) : {}
      )
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) found.add(one)
  }
  return found
}

/**
 * What the programs print with `--json`.
 * @typedef {{ http: string, bench: string, devices: unknown[] }} Started
 */

/**
 * Starts the package in its folder; returns the line that it prints.
 * @param {readonly string[]} flags
 * @param {(line: Started) => Promise<void>} act
 */
async function withStarted(flags, act) {
  const child = spawn(process.execPath, [join(lintel, manifest.bin.lintel), ...flags, '--json'], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const line = once(createInterface({ input: child.stdout }), 'line')
    const [text] = /** @type {[string]} */ (await Promise.race([line, ended]))
    await act(/** @type {Started} */ (JSON.parse(text)))
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

const PORTS = ['port', 'https-port', 'bench-port', 'sip-port', 'snmp-port', 'rtsp-port']
const DEVICE = [...PORTS.flatMap((name) => [`--${name}`, '0']), '--boot-seconds', '0']

test('the installed package starts a device in an empty folder, and keeps its state there', async () => {
  await withStarted(DEVICE, async ({ http, bench }) => {
    const page = await fetch(`${http}/webapp/hw/`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<html')
    expect((await fetch(`${bench}/`)).status).toBe(200)
    await withStarted(['--device', http, '--port', '0'], async (gateway) => {
      expect(gateway.devices).toMatchObject([{ state: 'setup' }])
      const wizard = await fetch(`${gateway.http}/webapp/hw/`, { headers: { accept: 'text/html' } })
      expect(await wizard.text()).toContain('wizard')
      const [, script = ''] =
        /src="(\/webapp\/hw\/assets\/[^"]+)"/.exec(
          await (await fetch(`${gateway.http}/webapp/hw/`)).text(),
        ) ?? []
      expect((await fetch(gateway.http + script)).status).toBe(200)
    })
  })
  expect(await readdir(folder)).toContain('lintel-data')
}, 60_000)

test('the package needs native modules only, and has no sources and no state', async () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['libsql', '@napi-rs/canvas'])
  const files = await readdir(lintel, { recursive: true })
  expect(files.filter((name) => /\.tsx?$|\.test\.|\/data\//.test(name))).toEqual([])
})

test('the console is packed alone, for any web server', async () => {
  /** @type {string[]} */
  const names = []
  const file = join(folder, await packConsole(folder))
  await list({ file, onReadEntry: ({ path }) => void names.push(path) })
  expect(names).toContain('./index.html')
  expect(names).toContain('./wizard.html')
  expect(names.some((name) => /^\.\/assets\/app-[\w-]+\.js$/.test(name))).toBe(true)
})
