import { getActionRules } from '@lintel/contract/calls/action-rules'
import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect, useState } from 'react'
import { DeletedNotice } from '../app/deleted-notice.tsx'
import { deviceHas } from '../app/device.ts'
import { bare, useView } from '../app/framed.ts'
import { lazyForm, lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import { CHANGES_INTERVAL } from '../app/timing.ts'
import { View } from '../app/view.tsx'
import { readState } from './read.ts'
import type { RuleState } from './read.ts'
import { viewCalled, viewName } from './view-name.ts'
import type { View as Shown } from './view-name.ts'

const List = lazyPart(async () => (await import('./rule-list.tsx')).RuleList)
const Form = lazyForm(
  async () => (await import('./rule-form.tsx')).RuleForm,
  async () => ({ logic: await import('./values.ts') }),
)
const Log = lazyPart(async () => (await import('./log.tsx')).Log)

// While the page reads who opens it.
List.preload()

/** When something happens, an action follows. A §2 Events. */
export function ActionRules() {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text('ui.actionRules')} />}
      {deviceHas(getActionRules) ? <Page /> : <Notice title={text('ui.fault.missing')} />}
    </>
  )
}

function Page() {
  const faultText = useFaultText()
  const { data, fault, again } = useReading(readState, CHANGES_INTERVAL)
  const { view: name, show } = useView()
  const view = viewCalled(name)
  const open = (next: Shown) => show(viewName(next), 'open')
  useEffect(() => {
    Form.preload()
    Log.preload()
  }, [])
  if (!data) {
    return fault === undefined ? (
      <Loading />
    ) : (
      <LoadFailed fault={fault} onRetry={() => void again()} />
    )
  }
  return (
    <>
      {fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      <View name={view && name}>
        {view ? (
          <Other
            key={name}
            view={view}
            state={data}
            again={again}
            onClose={() => show('', 'close')}
          />
        ) : (
          <List state={data} again={again} onOpen={open} />
        )}
      </View>
    </>
  )
}

function Other(props: {
  view: Shown
  state: RuleState
  again: () => Promise<void>
  onClose: () => void
}) {
  const { view, state, again, onClose } = props
  const text = useText()
  const id = 'id' in view ? view.id : undefined
  const current = state.rules.find((one) => one.id === id)
  // What the person has seen: a version that arrives later must not overwrite what else it changed, and
  // what was typed stays when somebody else deletes the rule.
  const [opened] = useState(current)
  const isGone = opened !== undefined && !current
  if (view.kind === 'log') return <Log state={state} onClose={onClose} />
  if (view.kind === 'add' || opened) {
    return (
      <>
        {isGone && view.kind === 'rule' && <DeletedNotice title={text('actionRules.gone')} />}
        <Form
          state={state}
          rule={opened}
          copies={view.kind === 'copy'}
          isGone={isGone}
          again={again}
          onClose={onClose}
        />
      </>
    )
  }
  return (
    <Notice
      title={text('actionRules.gone')}
      action={<Button onClick={onClose}>{text('actionRules.back')}</Button>}
    />
  )
}
