import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask, basic, type RawResponse } from './testing/ask.ts'
import { memoryDevice } from './testing/memory-device.ts'
import { sampleCalls, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'
import { LINES_OF_ALL, LINES_PER_NETWORK, openVisitorLog } from './visitor-log.ts'

const HOUR = 60 * 60_000
let door: TestDoor

beforeEach(async () => {
  door = await testDoor({ calls: sampleCalls })
  door.device.state.policy = 'basic'
})
afterEach(() => door.close())

const lines = (message: string) => door.device.lines.filter((line) => line.message === message)
const LEFT_OUT = 'lines about strangers left out'

async function askOften(path: string, headers: Record<string, string> = {}): Promise<void> {
  const answers: Promise<RawResponse>[] = []
  for (let count = 0; count < LINES_PER_NETWORK + 10; count += 1) {
    answers.push(ask(door.url + path, { headers }))
  }
  await Promise.all(answers)
}

test('a stranger cannot fill the log, and one line says what was left out', async () => {
  await askOften('/nothing')
  await expect.poll(() => lines('request')).toHaveLength(LINES_PER_NETWORK)
  door.device.state.now += HOUR
  await ask(`${door.url}/nothing`)
  await expect.poll(() => lines(LEFT_OUT)).toHaveLength(1)
  expect(lines(LEFT_OUT)[0]?.values).toMatchObject({
    network: '127.0.0.1',
    leftOut: 10,
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test('what people do who are signed in is all logged, and so are failed sign-ins', async () => {
  await askOften('/nothing')
  const before = lines('request').length
  await askOften(WHO, { authorization: basic('root', 'pass-root') })
  await expect.poll(() => lines('request').length - before).toBe(LINES_PER_NETWORK + 10)
  await ask(door.url + WHO, { headers: { authorization: basic('root', 'wrong') } })
  expect(lines('sign-in failed')).toHaveLength(1)
})

test('all strangers together have a limit, too', () => {
  const device = memoryDevice()
  const log = openVisitorLog(device)
  for (let network = 0; network < 2 * LINES_OF_ALL; network += 1) {
    log.about({ address: `2001:db8:0:${network.toString(16)}::1`, user: undefined }).info({}, 'one')
  }
  expect(device.lines).toHaveLength(LINES_OF_ALL)
  log.close()
  expect(device.lines.slice(LINES_OF_ALL)).toMatchObject([
    { message: LEFT_OUT, values: { network: 'all', leftOut: LINES_OF_ALL } },
  ])
})

test.each(['/a*b', '/:x(', '/*', '/::', '/a/:b(c)', '/%zz*'])(
  'the path %s, which would be a pattern, is not found',
  async (path) => {
    expect((await ask(door.url + path)).status).toBe(path.includes('%') ? 400 : 404)
    const post = await ask(door.url + path, { method: 'POST' })
    expect(post.status).toBe(path.includes('%') ? 400 : 404)
  },
)
