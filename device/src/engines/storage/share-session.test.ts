/** Sessions with something in place of smbclient. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMarked } from './share-session.ts'
import { openSmbclient } from './share-smbclient.ts'

/** A folder with a script in place of smbclient, and the path to find it by. */
function fake(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-fake-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'smbclient'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'smbclient'), 0o755)
  return { folder, path: `${folder}:${process.env['PATH'] ?? ''}` }
}

const SERVER = { host: '127.0.0.1', share: 'rec', user: 'u', password: 'p', mountOptions: '' }

test('a server whose answer never ends is given up', async () => {
  const { path } = fake('exec yes "  a file          A        1  Mon Nov 23 14:05:09 2026"')
  await expect(openSmbclient({ path }).open(SERVER).list('')).rejects.toThrow('too long')
})

test.each([1, 2, 3, 4, 5, 7, 100])('marks are found in pieces of %d characters', (size) => {
  const text = 'one#END#\nENDtwo#END#\n#END#\nth#END#r'
  const found: string[] = []
  const marked = openMarked('#END#\n', (before) => found.push(before))
  for (let at = 0; at < text.length; at += size) marked.add(text.slice(at, at + size))
  expect(found).toEqual(['one', 'ENDtwo', ''])
  expect(marked.rest()).toBe('th#END#r')
})

test.skipIf(process.platform !== 'linux')('smbclient ends when we are killed', async () => {
  const { folder, path } = fake('echo $$ > "${0%/*}/pid"; exec sleep 60')
  writeFileSync(
    join(folder, 'us.mts'),
    `import { watch, readFileSync } from 'node:fs'
    import { openMarked } from './share-session.ts'
import { openSmbclient } from ${JSON.stringify(new URL('share-smbclient.ts', import.meta.url).href)}
    const file = ${JSON.stringify(join(folder, 'pid'))}
    watch(${JSON.stringify(folder)}, () => {
      try { console.log(readFileSync(file, 'utf8').trim()) } catch {}
    })
    await openSmbclient({ path: ${JSON.stringify(path)} }).open(${JSON.stringify(SERVER)}).usage()`,
  )
  const us = spawn(process.execPath, ['--import', 'tsx', join(folder, 'us.mts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of us.stdout) {
    said += String(chunk)
    if (/^\d+$/m.test(said)) break
  }
  us.kill('SIGKILL')
  if (us.exitCode === null && us.signalCode === null) await once(us, 'close')
  const [pid] = /^\d+$/m.exec(said) ?? []
  const isAlive = () => process.kill(Number(pid), 0)
  await vi.waitFor(() => expect(isAlive).toThrow('ESRCH'), { timeout: 10_000, interval: 5 })
})
