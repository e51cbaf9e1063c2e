/**
 * The board's command line: `main.js [flags]`, see `--help`. `--device-entry FILE` runs another
 * main module as the device, for tests. Exits with 0 after a signal, with 2 when flags, ports or
 * folders have to change.
 */
import { readCommandLine, TOKEN_LENGTH, UsageProblem } from './command-line.ts'
import { startUp } from './start-up.ts'
import type { Started } from './start-up.ts'
import { startTexts } from './texts.ts'

const say = startTexts(process.env)

async function main(): Promise<void> {
  // A closed pipe does not end the board.
  process.stdout.on('error', () => {})
  const options = readCommandLine(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(`${say('start.help', { token: TOKEN_LENGTH })}\n`)
    return
  }
  const started = await startUp(options, say)
  stopOnSignals(started)
  if (options.playDay) started.firstRun(() => void started.board.playStory({ action: 'play' }))
  if (options.json) printJson(started)
  else printAddresses(started)
}

/** A signal stops the device cleanly; a second one kills it. */
function stopOnSignals(started: Started): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) {
        started.kill()
        process.exit(130)
      }
      stopping = true
      if (signal === 'SIGINT' && process.stderr.isTTY) {
        process.stderr.write(`${say('start.stopping')}\n`)
      }
      void started.stop().then(() => process.exit(0))
    })
  }
}

/** One line for programs, once the device answers. */
function printJson(started: Started): void {
  started.firstRun(() => {
    const { http, https, bench } = started.board.state().addresses
    const { sip, snmp, rtsp } = started.ports
    const pids = { board: process.pid, device: started.board.power.pid() }
    process.stdout.write(`${JSON.stringify({ http, https, bench, sip, snmp, rtsp, ...pids })}\n`)
  })
}

/** The same for a person, with the first steps. */
function printAddresses(started: Started): void {
  started.firstRun(() => {
    const { productName: product, serial, addresses, firmware } = started.board.state()
    const { slot, version } = firmware.running
    const width = Math.max(say('start.console').length, say('start.bench').length) + 2
    process.stdout.write(
      `\n${say('start.ready', { product, serial })}\n` +
        `${slot === 'A' ? '' : `${say('start.slot', { slot, version })}\n`}\n` +
        `  ${say('start.console').padEnd(width)}${addresses.http}\n` +
        `  ${say('start.bench').padEnd(width)}${addresses.bench}\n\n` +
        `${say('start.next')}\n`,
    )
  })
}

main().catch((error: unknown) => {
  if (error instanceof UsageProblem) {
    process.stderr.write(`${say(error.id, error.values)}\n`)
    process.exit(2)
  }
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
})
