import { PLAIN_WORLD } from '@lintel/contract/wire'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alive, ANY_PORTS, firstLine, start, withDevice } from './testing/run-main.ts'
import type { Printed } from './testing/run-main.ts'
import { tempFolder } from './testing/temp-folder.ts'

test('with --json one line has the addresses once the device answers; SIGTERM ends both with 0', async () => {
  const data = tempFolder()
  const run = await start(withDevice(data, '--json', '--serial', 'aecc8e0000bb', ...ANY_PORTS))
  const line = await firstLine(run)
  const printed = JSON.parse(line) as Printed
  expect(Object.keys(printed)).toEqual('http https bench sip snmp rtsp board device'.split(' '))
  expect(printed.board).toBe(run.child.pid)
  const answer = (await (await fetch(printed.http)).json()) as { serial: string; pid: number }
  expect(answer).toMatchObject({ serial: 'AECC8E0000BB', pid: printed.device })
  expect((await fetch(`${printed.bench}/bench/state`)).status).toBe(200)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(alive(printed.device)).toBe(false)
  expect([run.output(), run.complaints()]).toEqual([line, ''])
})

test('the addresses are printed for people, in their language', async () => {
  const run = await start(withDevice(tempFolder(), ...ANY_PORTS), { LC_ALL: 'de_DE.UTF-8' })
  await firstLine(run)
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
  expect(run.output()).toMatch(
    /A8307-E, Seriennummer AECC8E[0-9A-F]{6}, läuft\.\n\n {2}Konsole {3}http:\S+\n {2}Werkbank {2}http:\S+\n\nÖffnen Sie/,
  )
})

test('a second signal kills a device that does not stop', async () => {
  const data = tempFolder()
  const run = await start(withDevice(data, '--json', ...ANY_PORTS), { FAKE_DEVICE: 'stubborn' })
  const { device } = JSON.parse(await firstLine(run)) as Printed
  run.child.kill('SIGINT')
  await expect.poll(() => existsSync(join(data, 'device', 'ignored-stop'))).toBe(true)
  expect([alive(device), run.child.exitCode]).toEqual([true, null])
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(130)
  await expect.poll(() => alive(device)).toBe(false)
})

test('a data folder has one board; a killed board frees it, and its device exits', async () => {
  const data = tempFolder()
  const first = await start(withDevice(data, '--json', ...ANY_PORTS))
  const { device } = JSON.parse(await firstLine(first)) as Printed
  const second = await start(withDevice(data, '--json', ...ANY_PORTS))
  expect(await second.ended).toBe(2)
  expect(second.complaints()).toBe(
    `Another board (process ${first.child.pid}) is using the data folder ${data}. End it, or choose another folder with --data.\n`,
  )
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')
  await expect.poll(() => alive(device)).toBe(false)
  const third = await start(withDevice(data, '--json', ...ANY_PORTS))
  expect(await firstLine(third)).toContain('"http"')
})

test('a usage problem is one line and exit code 2', async () => {
  const data = tempFolder()
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cases: [string[], string][] = [
    [['--prot', '80'], 'There is no flag --prot. See --help.'],
    [
      withDevice(data, ...ANY_PORTS, '--bench-port', String(port)),
      `Port ${port} is in use. Choose another one with --bench-port.`,
    ],
    [
      withDevice(data, ...ANY_PORTS, '--bind', '192.0.2.1'),
      'This computer has no address 192.0.2.1. Choose another one with --bind.',
    ],
    [
      ['--device-entry', '/nowhere.js'],
      'The device is not built: /nowhere.js is missing. Start it with npm start.',
    ],
  ]
  for (const [flags, line] of cases) {
    const run = await start(flags)
    expect(await run.ended).toBe(2)
    expect([run.output(), run.complaints()]).toEqual(['', `${line}\n`])
  }
})

test('a device that does not start is reported and retried', async () => {
  const data = tempFolder()
  const run = await start(withDevice(data, ...ANY_PORTS), { FAKE_DEVICE: 'crash' })
  await expect
    .poll(() => run.complaints(), { timeout: 15_000 })
    .toBe(`The device did not start; see ${join(data, 'log', 'device.log')}. Trying again.\n`)
  expect([run.output(), run.child.exitCode]).toEqual(['', null])
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

test('lost settings are reported once, with the address of the bench', async () => {
  const data = tempFolder()
  const run = await start(withDevice(data, ...ANY_PORTS), { FAKE_DEVICE: 'lost' })
  await expect
    .poll(() => run.complaints(), { timeout: 15_000 })
    .toMatch(/can't read its settings.* on the bench, http:\S+\. The log .*device\.log\n$/)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

test('a folder with other or damaged hardware is left alone', async () => {
  const data = tempFolder()
  const hardware = {
    product: 'A8307-E',
    serial: 'AECC8E0000CC',
    clockOffset: 0,
    world: PLAIN_WORLD,
  }
  const complaint = async (content: string, ...flags: string[]) => {
    writeFileSync(join(data, 'board.json'), content)
    const run = await start(withDevice(data, ...ANY_PORTS, ...flags))
    expect(await run.ended).toBe(2)
    return run.complaints()
  }
  expect(await complaint(JSON.stringify(hardware), '--serial', 'AECC8E0000DD')).toContain(
    'the device with the serial number AECC8E0000CC',
  )
  expect(await complaint(JSON.stringify({ ...hardware, product: 'A1601' }))).toContain(
    'holds a A1601',
  )
  expect(await complaint('{')).toContain('board.json is damaged')
})

test('a folder in which the hardware can’t be stored is not called damaged', async () => {
  const data = tempFolder()
  mkdirSync(join(data, 'board.json.new'))
  const run = await start(withDevice(data, ...ANY_PORTS))
  expect(await run.ended).toBe(2)
  expect(run.complaints()).toContain(`The data folder ${data} cannot be used (EISDIR)`)
})

test('a log file that can’t be opened is one line, too', async () => {
  const data = tempFolder()
  const file = join(data, 'log', 'device.log')
  mkdirSync(file, { recursive: true })
  const run = await start(withDevice(data, ...ANY_PORTS))
  expect(await run.ended).toBe(2)
  expect(run.complaints()).toBe(
    `The log file ${file} cannot be opened (EISDIR). Move what is in its place, or choose another data folder with --data.\n`,
  )
})

test('--help lists every flag', async () => {
  const run = await start(['--help'])
  expect(await run.ended).toBe(0)
  for (const flag of ['--product', '--https-port', '--bench-token', '--boot-seconds']) {
    expect(run.output()).toContain(flag)
  }
  expect(run.output()).not.toMatch(/\{\w+\}/)
})
