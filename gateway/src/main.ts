/**
 * The gateway's command line: `main.js --device https://192.168.0.90 [flags]`, see `--help`. Exits
 * with 0 after a signal, with 2 when flags, ports or files have to change.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pagesOfAll } from '@lintel/front-door/pages/device-pages'
import { readCommandLine, UsageProblem } from './command-line.ts'
import type { Options } from './command-line.ts'
import { openGateway } from './gateway.ts'
import type { Gateway } from './gateway.ts'
import { createLog } from './log.ts'
import { systemLanguage, textsIn } from './texts.ts'

const say = textsIn(systemLanguage(process.env))

/** A path in the checkout; source and bundle are equally deep in it. */
const inCheckout = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function main(): Promise<void> {
  // A closed pipe does not end the gateway.
  process.stdout.on('error', () => {})
  const options = readCommandLine(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(`${say('gateway.help')}\n`)
    return
  }
  const gateway = await start(options)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void gateway.close().then(() => process.exit(0)))
  }
  process.stdout.write(options.json ? jsonOf(gateway) : textOf(gateway, options))
}

async function start({ devices, bind, port }: Options): Promise<Gateway> {
  const consoleFolder = inCheckout('console/dist')
  if (!existsSync(join(consoleFolder, 'index.html'))) {
    throw new UsageProblem('gateway.notBuilt', { file: consoleFolder })
  }
  try {
    return await openGateway({
      devices,
      at: { address: bind, port },
      log: createLog(process.stderr),
      consoleFolder,
      devicePages: pagesOfAll(inCheckout('device-pages/dist')),
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new UsageProblem('gateway.portFailed', { port, address: bind, code })
  }
}

/** One line for programs. */
const jsonOf = ({ http, devices }: Gateway): string => `${JSON.stringify({ http, devices })}\n`

/** The same for a person, with what has to be done first. */
function textOf({ http, devices }: Gateway, { bind }: Options): string {
  const lines = devices.map(({ name, url, state, fingerprint }) =>
    [
      `  ${name.padEnd(24)}${url}`,
      ...(state === 'gone' ? [`    ${say('gateway.gone')}`] : []),
      ...(fingerprint === undefined ? [] : [`    ${say('gateway.fingerprint')}: ${fingerprint}`]),
    ].join('\n'),
  )
  const isOpen = !/^(127\.|::1$)/.test(bind)
  return [
    '',
    say('gateway.running', { http }),
    '',
    ...lines,
    '',
    say('gateway.next'),
    ...(isOpen ? [say('gateway.notLocal')] : []),
    '',
  ].join('\n')
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
