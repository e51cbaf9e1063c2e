import type { GatewayText, Say } from '../texts.ts'
import type { MaskCounts } from './mask.ts'
import type { Recorded } from './record-device.ts'

const COUNTED: Readonly<Record<keyof MaskCounts, GatewayText>> = {
  serials: 'record.serials',
  secrets: 'record.secrets',
  addresses: 'record.addresses',
  mails: 'record.mails',
  people: 'record.people',
  certificates: 'record.certificates',
}

/** What a person reads in the end: what was recorded, what was replaced, and what to do now. */
export function reportOf(recorded: Recorded, file: string, say: Say): string {
  const { recording, answers, missing, refused, failed, leftOut, masked } = recorded
  const { product, firmware } = recording
  const counts = Object.entries(COUNTED).map(
    ([kind, id]) => `  ${say(id, { count: masked[kind as keyof MaskCounts] })}`,
  )
  return [
    '',
    say('record.done', { product, firmware, file }),
    `  ${say('record.answers', { count: answers })}`,
    `  ${say('record.missing', { count: missing })}`,
    ...(refused > 0 ? [`  ${say('record.refused', { count: refused })}`] : []),
    ...(failed.length > 0
      ? [`  ${say('record.failed', { count: failed.length, calls: failed.join(', ') })}`]
      : []),
    `  ${say('record.leftOut', { count: leftOut })}`,
    say('record.masked'),
    ...counts,
    '',
    say('record.look'),
    '',
  ].join('\n')
}
