import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alive, ANY_PORTS, firstLine, start, withDevice } from './testing/run-main.ts'
import type { Printed } from './testing/run-main.ts'
import { builtDevice } from './testing/built.ts'
import { tempFolder } from './testing/temp-folder.ts'

const KILLS = 5
const CLIENTS = 20

/**
 * Clients that ask without a pause until the device is gone, so that it writes to its log at every
 * moment.
 */
function load(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const counted = { answers: 0 }
  async function ask(): Promise<void> {
    for (;;) {
      const request = get(`${url}/axis-cgi/rootpwdsetvalue.cgi`, { agent })
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream]
      await once(response.resume(), 'end')
      counted.answers += 1
    }
  }
  for (let client = 0; client < CLIENTS; client += 1) ask().catch(() => undefined)
  return counted
}

function endAfterwards(device: number): void {
  onTestFinished(() => {
    if (alive(device)) process.kill(device, 'SIGKILL')
  })
}

test(`the device ends with its board, ${KILLS} times under load`, async () => {
  const data = tempFolder()
  const entry = await builtDevice()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const run = await start(withDevice(data, '--json', '--device-entry', entry, ...ANY_PORTS))
    const { http, device } = JSON.parse(await firstLine(run)) as Printed
    endAfterwards(device)
    const clients = load(http)
    await expect.poll(() => clients.answers, { timeout: 10_000 }).toBeGreaterThan(200 * (kill + 1))
    run.child.kill('SIGKILL')
    await run.ended
    await expect.poll(() => alive(device), { timeout: 5_000 }).toBe(false)
  }
}, 90_000)

test('the next start ends a device that could not notice the end of its board, and gets its ports', async () => {
  const data = tempFolder()
  const first = await start(withDevice(data, '--json', ...ANY_PORTS))
  const left = JSON.parse(await firstLine(first)) as Printed & { https: string }
  endAfterwards(left.device)
  process.kill(left.device, 'SIGSTOP')
  first.child.kill('SIGKILL')
  // Not its output's end: the device may hold that open.
  await once(first.child, 'exit')
  expect(alive(left.device)).toBe(true)
  const { port } = new URL(left.http)
  const flags = [...ANY_PORTS, '--port', port]
  const second = await start(withDevice(data, '--json', ...flags))
  expect(await firstLine(second)).toContain(`"http":"${left.http}"`)
  expect(alive(left.device)).toBe(false)
  expect(readFileSync(join(data, 'log', 'device.log'), 'utf8')).toContain(
    `"pid":${left.device},"msg":"killed a device that its board had left over"`,
  )
})
