import type { Device } from '../../device.ts'
import {
  accountFacts,
  certificateFacts,
  engineFacts,
  localText,
  networkFacts,
  parameterFacts,
  productFacts,
  systemFacts,
  timeFacts,
} from './facts.ts'
import type { Section } from './facts.ts'
import type { LogLine } from './system-log.ts'

type Write = (lines: readonly LogLine[]) => string

/** Number of log lines in the report. */
const LOG_LINES = 200
/** Number of log lines shown before each crash. */
const BEFORE_END = 40
/** Number of crashes in the crash report. */
const ENDS = 5

/** The server report: plain text in English, like the log. */
export async function reportText(
  device: Device,
  log: readonly LogLine[],
  write: Write,
): Promise<string> {
  const sections: Section[] = [
    productFacts(device),
    timeFacts(device),
    networkFacts(device),
    engineFacts(device),
    certificateFacts(device),
    accountFacts(device),
    await systemFacts(device),
    parameterFacts(device),
    { title: 'Log', lines: [write(log.slice(-LOG_LINES)).trimEnd()] },
  ]
  const head = `Server report, ${localText(device, device.clock.now())}\n`
  return head + sections.map(sectionText).join('')
}

const sectionText = ({ title, lines }: Section) =>
  `\n${title}\n${'-'.repeat(title.length)}\n${lines.map((line) => `${line}\n`).join('')}`

/** The log before each of the latest crashes, newest last. */
export function crashesIn(log: readonly LogLine[], write: Write): string {
  const ends = log.flatMap(({ app, level }, at) => (app === 'board' && level >= 50 ? [at] : []))
  if (ends.length === 0) return 'The log knows of no crash.\n'
  return ends
    .slice(-ENDS)
    .map((at) => write(log.slice(Math.max(at - BEFORE_END, 0), at + 1)))
    .join('\n')
}
