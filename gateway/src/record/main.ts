/**
 * The recorder's command line: `record.js --device https://192.168.0.90 --user NAME --out FOLDER`, see
 * `--help`. Exits with 2 when flags, the account or the certificate have to change.
 */
import { UsageProblem } from '../command-line.ts'
import { systemLanguage, textsIn } from '../texts.ts'
import { CertificateNotTrusted } from '../trust.ts'
import { askPassword } from './ask-password.ts'
import { readRecordCommandLine } from './command-line.ts'
import { recordDevice } from './record-device.ts'
import type { Recorded } from './record-device.ts'
import { writeRecording } from './recording.ts'
import { reportOf } from './report.ts'
import { NotSignedIn } from './walk.ts'

const say = textsIn(systemLanguage(process.env))

/** In place of a flag, which others could see in the list of processes. */
const PASSWORD = 'LINTEL_PASSWORD'

async function main(): Promise<void> {
  const options = readRecordCommandLine(process.argv.slice(2))
  if (!options) {
    process.stdout.write(`${say('record.help')}\n`)
    return
  }
  const { url, user, out, ...known } = options
  const password =
    process.env[PASSWORD] ??
    (await askPassword(
      { input: process.stdin, output: process.stderr },
      say('record.password', { user, device: url.host }),
    ))
  if (password === undefined) throw new UsageProblem('record.noPassword')
  const recorded = await record({ url, account: { user, password }, ...known })
  const file = writeRecording(out, recorded.recording)
  process.stdout.write(reportOf(recorded, file, say))
}

async function record(source: Parameters<typeof recordDevice>[0]): Promise<Recorded> {
  const { isTTY } = process.stderr
  try {
    return await recordDevice(source, {
      onRequest: (count) => {
        if (isTTY) process.stderr.write(`\r${say('record.asking', { count: count + 1 })}`)
      },
    })
  } catch (error) {
    throw problemOf(error, source)
  } finally {
    if (isTTY) process.stderr.write('\r\u{1B}[K')
  }
}

function problemOf(
  error: unknown,
  { url, account, fingerprint }: Parameters<typeof recordDevice>[0],
) {
  if (error instanceof NotSignedIn) {
    return new UsageProblem('record.notSignedIn', { user: account.user, device: url.host })
  }
  if (error instanceof CertificateNotTrusted) {
    const { certificate } = error
    const id = fingerprint === undefined ? 'record.notTrusted' : 'record.otherCertificate'
    return new UsageProblem(id, { device: url.host, fingerprint: certificate.fingerprint })
  }
  const { message } = error instanceof Error ? error : { message: String(error) }
  return new UsageProblem('record.noAnswer', { device: url.host, problem: message })
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
