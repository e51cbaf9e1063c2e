import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { DoorOptions } from '../door.ts'
import { openFrontDoor, type FrontDoor } from '../front-door.ts'
import { memoryDevice, type MemoryDevice } from './memory-device.ts'

export interface TestDoor {
  device: MemoryDevice
  door: FrontDoor
  /** The http URL, without a path. */
  url: string
  /** The headers of somebody signed in by cookie. */
  signedIn(user: string): { cookie: string }
  close(): Promise<void>
}

/** A front door on a free loopback port, with a console and pages of a few bytes. */
export async function testDoor(options: Partial<DoorOptions> = {}): Promise<TestDoor> {
  const device = memoryDevice()
  const consoleFolder = await makeConsole()
  const pagesFolder = await makePages()
  const removeConsole = async (): Promise<void> => {
    for (const folder of [consoleFolder, pagesFolder]) await rm(folder, { recursive: true })
  }
  const devicePages = {
    folder: pagesFolder,
    base: '/webapp/pages/',
    pages: [
      { path: '/player/', file: 'player.html' },
      { path: '/aca/index.html', file: 'settings.html' },
      { path: '/admin/config.shtml', file: 'config.html', role: 'admin' as const },
    ],
  }
  const all = { calls: [], sockets: [], consoleFolder, devicePages, ...options }
  const door = await openFrontDoor(device, all).catch(async (error: unknown) => {
    await removeConsole()
    throw error
  })
  const { http } = await door.listen({ address: '127.0.0.1', http: 0, https: 0 })
  return {
    device,
    door,
    url: http,
    signedIn: (user) => ({
      cookie: `session_${device.serial}=${device.sessions.create(user, device.now())}`,
    }),
    async close() {
      await door.close()
      await removeConsole()
    },
  }
}

export const SCRIPT = `console.log(${JSON.stringify('made of repeated words '.repeat(40))})`

async function makeConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>app</title>')
  await writeFile(join(folder, 'wizard.html'), '<!doctype html><title>wizard</title>')
  await writeFile(join(folder, 'secret.txt'), 'not for anyone')
  await writeFile(join(folder, 'assets', 'main-abc.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'main-abc.js.br'), brotliCompressSync(SCRIPT))
  return folder
}

async function makePages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'player.html'), '<!doctype html><title>player</title>')
  await writeFile(join(folder, 'config.html'), '<!doctype html><title>config</title>')
  await writeFile(join(folder, 'settings.html'), '<!doctype html><title>settings</title>')
  await writeFile(join(folder, 'assets', 'player-abc.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'player-abc.js.br'), brotliCompressSync(SCRIPT))
  return folder
}
