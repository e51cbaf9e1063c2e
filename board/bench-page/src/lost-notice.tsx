import { restoreFactoryValues, restoreSnapshot } from '@lintel/contract/bench'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { SelectField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { BenchForm } from './bench-form.tsx'
import { sendCommand, useCommand } from './command.ts'

/** The device does not start because its settings are lost: the two ways to go on. */
export function LostNotice({ snapshots }: { snapshots: readonly string[] }) {
  const text = useText()
  return (
    <Notice status="crit" title={text('bench.lost')}>
      {text('bench.lost.body')}
      {snapshots.length > 0 ? (
        <SnapshotChoice names={snapshots} />
      ) : (
        <p>
          {text('bench.lost.none')} <FactoryButton />
        </p>
      )}
    </Notice>
  )
}

function SnapshotChoice({ names }: { names: readonly string[] }) {
  const text = useText()
  const form = useSettingsForm({
    values: { snapshot: names[0] ?? '' },
    save: ({ snapshot }) => sendCommand(restoreSnapshot, { name: snapshot }),
    failure: problem('ui.notDone'),
  })
  return (
    <BenchForm
      form={form}
      label={text('bench.snapshots.restore')}
      columns={3}
      verb={text('bench.snapshots.restore')}
      actions={<FactoryButton />}
    >
      <SelectField
        form={form}
        name="snapshot"
        label={text('bench.lost.snapshot')}
        options={names.map((name) => ({ value: name, label: name }))}
      />
    </BenchForm>
  )
}

function FactoryButton() {
  const text = useText()
  const [restore, busy] = useCommand(restoreFactoryValues)
  return (
    <Button kind="danger" busy={busy} onClick={() => void restore({})}>
      {text('bench.lost.factory')}
    </Button>
  )
}
