import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { ComboboxField } from '@lintel/ui/combobox'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { Progress } from '@lintel/ui/progress'
import { ReorderList } from '@lintel/ui/reorder-list'
import { SaveBar } from '@lintel/ui/save-bar'
import { Slider } from '@lintel/ui/slider'
import { useEffect, useState } from 'react'
import styles from './parts.module.css'
import { LONG, people } from './samples.ts'

const OPTIONS = [
  ...people(60).map(({ id, name, department, speedDial }) => ({
    value: id,
    label: name,
    note: department,
    end: String(speedDial),
  })),
  { value: 'long', label: LONG },
]

/** Comboboxes: with a selected option, with an error, with long texts, disabled. */
export function Comboboxes() {
  const form = useSettingsForm({
    values: { person: 'person-3', nobody: '', long: 'long', off: 'person-5' },
    check: ({ nobody }) => ({
      errors: { nobody: nobody === '' ? problem('users.invalidCharacters') : undefined },
    }),
    save: () => Promise.resolve(),
  })
  const { trigger } = form.methods
  // Shows the error, which otherwise waits for the field to lose the focus.
  useEffect(() => void trigger('nobody'), [trigger])
  return (
    <SettingsForm form={form} label="Combobox">
      <Card title="Combobox">
        <ComboboxField form={form} name="person" label="Person" options={OPTIONS} />
        <ComboboxField
          form={form}
          name="nobody"
          label="Deputy"
          help="Rung when the person does not answer."
          options={OPTIONS}
        />
        <ComboboxField form={form} name="long" label={LONG} options={OPTIONS} />
        <ComboboxField form={form} name="off" label="Not now" options={OPTIONS} disabled />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

export function Sliders() {
  const [volume, setVolume] = useState(40)
  const [level, setLevel] = useState(7)
  return (
    <Card title="Slider">
      <Row label="Volume" htmlFor="volume">
        <Slider
          id="volume"
          value={volume}
          step={5}
          format={(value) => `${value} %`}
          onChange={setVolume}
        />
      </Row>
      <Row label={LONG} htmlFor="level">
        <Slider id="level" value={level} min={-10} max={10} onChange={setLevel} />
      </Row>
      <Row label="Not now" htmlFor="off">
        <Slider id="off" value={50} disabled onChange={() => undefined} />
      </Row>
    </Card>
  )
}

export function ProgressStates() {
  return (
    <Card title="Progress">
      <div className={styles['stack']}>
        <Progress label="Begins" value={0} />
        <Progress label="Goes on" value={40} text="4.0 of 10.0 MB" />
        <Progress label="Done" value={100} text="10.0 of 10.0 MB" />
        <Progress label="Nobody knows how far" text="Checking the file" />
      </div>
    </Card>
  )
}

export function Reordering() {
  const [items, setItems] = useState(() => [
    ...people(4).map(({ id, name }) => ({ id, name })),
    { id: 'long', name: LONG },
  ])
  return (
    <Card title="ReorderList" note="Rung from top to bottom.">
      <ReorderList
        label="Order of the calls"
        items={items}
        nameOf={({ name }) => name}
        renderActions={() => <Button kind="quiet">Edit</Button>}
        onMove={(id, to) =>
          setItems((was) => {
            const item = was.find((one) => one.id === id)
            return item ? was.filter((one) => one !== item).toSpliced(to, 0, item) : was
          })
        }
      >
        {({ name }) => <b>{name}</b>}
      </ReorderList>
      <ReorderList
        label="No calls"
        items={[]}
        nameOf={() => ''}
        empty="Nobody is called."
        onMove={() => undefined}
      >
        {() => null}
      </ReorderList>
    </Card>
  )
}
