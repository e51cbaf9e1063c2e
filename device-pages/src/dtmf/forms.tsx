import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { Button } from '@lintel/ui/button'
import { ConfigurationForm } from './configuration-form.tsx'
import type { DtmfState } from './read.ts'
import { TriggerForm } from './trigger-form.tsx'
import type { View } from './view-name.ts'

interface FormsProps {
  view: View
  state: DtmfState
  /** Reads the state again. */
  again: () => Promise<void>
  onClose: () => void
}

/** The form of a trigger or of a configuration, instead of the lists. */
export function Forms({ view, state, again, onClose }: FormsProps) {
  const shared = { state, again, onClose }
  const { triggers = [], configurations } = state
  if (view.kind === 'add') return <TriggerForm {...shared} trigger={undefined} />
  if (view.kind === 'trigger') {
    const trigger = triggers.find(({ id }) => id === view.id)
    return trigger ? (
      <TriggerForm key={view.id} {...shared} trigger={trigger} />
    ) : (
      <Gone onClose={onClose} />
    )
  }
  const configuration = configurations.find(({ Id }) => Id === view.id)
  return configuration ? (
    <ConfigurationForm key={view.id} {...shared} configuration={configuration} />
  ) : (
    <Gone onClose={onClose} />
  )
}

/** It was deleted elsewhere, or the address is an old one. */
function Gone({ onClose }: Pick<FormsProps, 'onClose'>) {
  const text = useText()
  return (
    <Notice
      title={text('dtmf.gone')}
      action={<Button onClick={onClose}>{text('frame.backToLists')}</Button>}
    />
  )
}
