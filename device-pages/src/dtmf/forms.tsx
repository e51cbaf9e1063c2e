import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useState } from 'react'
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
export function Forms({ view, ...shared }: FormsProps) {
  if (view.kind === 'add') return <TriggerForm {...shared} opened={undefined} isGone={false} />
  const Opened = view.kind === 'trigger' ? OpenedTrigger : OpenedConfiguration
  return <Opened key={view.id} {...shared} id={view.id} />
}

type OpenedProps = Omit<FormsProps, 'view'> & { id: string }

// What the person has seen: a version that arrives later must not overwrite what else it changed, and
// what was typed stays when somebody else deletes the row.

function OpenedTrigger({ id, ...shared }: OpenedProps) {
  const current = shared.state.triggers?.find((one) => one.id === id)
  const [opened] = useState(current)
  if (!opened) return <Gone onClose={shared.onClose} />
  return <TriggerForm {...shared} opened={opened} isGone={!current} />
}

function OpenedConfiguration({ id, ...shared }: OpenedProps) {
  const current = shared.state.configurations.find((one) => one.Id === id)
  const [opened] = useState(current)
  if (!opened) return <Gone onClose={shared.onClose} />
  return <ConfigurationForm {...shared} opened={opened} isGone={!current} />
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
