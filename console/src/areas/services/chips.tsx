import type { Application } from '@lintel/contract/calls/applications'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'

/** Whether an application runs; one that is stopped stands out (APPS-05). */
export function StatusChip({ app }: { app: Application }) {
  const text = useText()
  return app.running ? (
    <Chip status="ok">{text('services.running')}</Chip>
  ) : (
    <Chip status="warn">{text('services.stopped')}</Chip>
  )
}

const STATUS = { Missing: 'warn', Invalid: 'crit', Valid: 'ok', Custom: 'neutral' } as const

/** What the device says of the licence; nothing for an application that needs none. */
export function LicenceChip({ app: { licence } }: { app: Application }) {
  const text = useText()
  if (licence === 'None') return text('services.licence.None')
  return <Chip status={STATUS[licence]}>{text(`services.licence.${licence}`)}</Chip>
}
