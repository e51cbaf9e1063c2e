import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openKnownBrowsers } from './known-browsers.ts'
import { openSecretBox } from './secret-box.ts'

function withKey(name = 'secrets.key') {
  return openKnownBrowsers(openSecretBox(join(folder, name)))
}

const folder = mkdtempSync(join(tmpdir(), 'lintel-browsers-'))

test('a browser is known by its mark, also after a restart, and each has its own id', () => {
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const marks = [withKey().mark('root 0123456789abcdef'), withKey().mark('root 0123456789abcdef')]
  for (const mark of marks) expect(mark).toMatch(/^[\w-]{16,256}$/)
  const found = marks.map((mark) => withKey().find(mark))
  expect(found.map((one) => one?.proof)).toEqual(['root 0123456789abcdef', 'root 0123456789abcdef'])
  expect(found[0]?.id).not.toBe(found[1]?.id)
  const [mark = ''] = marks
  expect(withKey('other.key').find(mark)).toBeUndefined()
  expect(withKey().find(`${mark.slice(0, -2)}AA`)).toBeUndefined()
  expect(withKey().find('made-up-by-a-stranger')).toBeUndefined()
})
