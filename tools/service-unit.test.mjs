import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './root.mjs'

/** The unit in the documentation. */
function unit() {
  const text = readFileSync(join(ROOT, 'docs', 'integrators.md'), 'utf8')
  return /```ini\n(\[Unit\][\s\S]*?)```/.exec(text)?.[1] ?? ''
}

/** The programs of systemd, where it is installed. */
function verify(/** @type {string} */ file) {
  try {
    execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return ''
  } catch (error) {
    const { code, stderr } = /** @type {{ code?: string, stderr?: string }} */ (error)
    return code === 'ENOENT' ? '' : String(stderr)
  }
}

test('the service unit is hardened, and systemd accepts it where it is installed', () => {
  const text = unit()
  for (const line of [
    'DynamicUser=yes',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'RestrictAddressFamilies=AF_INET AF_INET6',
    'SystemCallFilter=@system-service',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  const folder = mkdtempSync(join(tmpdir(), 'lintel-unit-'))
  try {
    const file = join(folder, 'lintel.service')
    // The program needs not be installed where this runs.
    writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    expect(verify(file)).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
