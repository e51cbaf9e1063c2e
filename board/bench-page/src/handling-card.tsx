import type { BenchState } from '@lintel/contract/bench'
import { knock, setWorld } from '@lintel/contract/bench'
import { FORCE, SPEAKER_CONDITIONS } from '@lintel/contract/handling'
import { Button } from '@lintel/ui/button'
import field from '@lintel/ui/fields.module.css'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { useId, useState } from 'react'
import { BenchCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import { SliderRow } from './slider-row.tsx'

const HALF_FORCE = 50

/** Whether the product has anything that the card changes. */
export const isTouchable = (state: BenchState): boolean =>
  state.loudspeaker || state.hasMicrophone || state.plate.camera || state.shockSensor

/** What somebody can do to the device with their hands. */
export function HandlingCard(props: {
  world: BenchState['world']
  /** Undefined without a loudspeaker. */
  speaker: BenchState['speaker'] | undefined
  hasMicrophone: boolean
  hasCamera: boolean
  shockSensor: boolean
}) {
  const { world, speaker, hasMicrophone, hasCamera, shockSensor } = props
  const text = useText()
  const [set, busy] = useCommand(setWorld)
  return (
    <BenchCard name="handling" open="never" title={text('bench.handling')}>
      {speaker !== undefined && <Loudspeaker world={world} speaker={speaker} />}
      {hasMicrophone && (
        <Toggle
          label={text('bench.handling.microphoneOff')}
          checked={world.microphoneDisabled}
          disabled={busy}
          onChange={(microphoneDisabled) => void set({ microphoneDisabled })}
        />
      )}
      {hasCamera && (
        <Toggle
          label={text('bench.handling.covered')}
          checked={world.cameraCovered}
          disabled={busy}
          onChange={(cameraCovered) => void set({ cameraCovered })}
        />
      )}
      {shockSensor && <Knock />}
    </BenchCard>
  )
}

function Loudspeaker({ world, speaker }: Pick<BenchState, 'world' | 'speaker'>) {
  const text = useText()
  const id = useId()
  const [set] = useCommand(setWorld)
  const status = speaker?.status
  return (
    <>
      <Pair>
        <label htmlFor={id}>{text('bench.sound')}</label>
        <select
          id={id}
          className={field['input']}
          value={world.speaker}
          onChange={({ target }) => {
            const chosen = SPEAKER_CONDITIONS.find((one) => one === target.value)
            if (chosen) void set({ speaker: chosen })
          }}
        >
          {SPEAKER_CONDITIONS.map((one) => (
            <option key={one} value={one}>
              {text(`bench.handling.speaker.${one}`)}
            </option>
          ))}
        </select>
      </Pair>
      {status && (
        <Pair>
          <span>{text('bench.handling.test')}</span>
          <output>{text(`bench.handling.test.${status}`)}</output>
        </Pair>
      )}
    </>
  )
}

function Toggle(props: {
  label: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}) {
  const { label, onChange, ...input } = props
  const id = useId()
  return (
    <Pair>
      <label htmlFor={id}>{label}</label>
      <Switch id={id} {...input} onChange={(event) => onChange(event.target.checked)} />
    </Pair>
  )
}

function Knock() {
  const text = useText()
  const [force, setForce] = useState(HALF_FORCE)
  const [send, busy] = useCommand(knock)
  return (
    <>
      <SliderRow
        label={text('bench.handling.force')}
        {...FORCE}
        value={force}
        format={(percent) => text('bench.handling.percent', { percent })}
        onChange={setForce}
      />
      <Pair>
        <span />
        <Button disabled={busy} onClick={() => void send({ force })}>
          {text('bench.handling.knock')}
        </Button>
      </Pair>
    </>
  )
}
