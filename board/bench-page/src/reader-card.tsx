import { setContact } from '@lintel/contract/bench'
import { controlReader } from '@lintel/contract/bench-reader'
import { LED_COLOURS } from '@lintel/contract/cards'
import type { ControllerAction, OnWire, ReaderAtFront, ReaderLight } from '@lintel/contract/cards'
import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { useHasText, useText } from '@lintel/ui/i18n'
import { Segmented } from '@lintel/ui/segmented'
import { Switch } from '@lintel/ui/switch'
import { useId, useState } from 'react'
import { DeviceCard, Pair } from './bench-card.tsx'
import { useBlocked } from './blocked.ts'
import { CardForm } from './card-form.tsx'
import { useCommand } from './command.ts'
import lists from './faults-card.module.css'
import { PinForm } from './pin-form.tsx'
import { NewestLast } from './newest-last.tsx'
import { lightAt } from './reader-light.ts'
import styles from './reader-card.module.css'

/** Names that are the same in every language. */
const PROTOCOLS = { IPAccess: 'VAPIX', OSDP: 'OSDP', Wiegand: 'Wiegand' }

const QUESTIONS = ['POLL', 'ID', 'CAP', 'LSTAT'] as const

type Control = (action: ControllerAction) => void

/** The card reader: cards in front of it, its light and beeper, and the controller on its wire. */
export function ReaderCard({ reader }: { reader: ReaderAtFront }) {
  const { protocol, lines, onWire, others = [], keypads = false } = reader
  const blocked = useBlocked()
  const [chosen, setChosen] = useState(1)
  const at = chosen <= others.length + 1 ? chosen : 1
  const text = useText()
  const [send] = useCommand(controlReader)
  const control: Control = (action) => void send({ action })
  return (
    <DeviceCard
      name="reader"
      title={text('bench.reader')}
      aside={
        protocol === 'None' && keypads ? undefined : (
          <Chip>{protocol === 'None' ? text('bench.reader.none') : PROTOCOLS[protocol]}</Chip>
        )
      }
      note={text('bench.reader.note')}
    >
      {others.length > 0 && (
        <Pair>
          <span aria-hidden="true">{text('bench.reader.at')}</span>
          <Segmented
            label={text('bench.reader.at')}
            value={String(at)}
            options={[reader, ...others].map((_, index) => ({
              value: String(index + 1),
              label: text('bench.door.number', { number: index + 1 }),
            }))}
            onChange={(value) => setChosen(Number(value))}
          />
        </Pair>
      )}
      <LightAndBeeper light={blocked === undefined ? lightAt(reader, at) : null} />
      {lines.map((one) => (
        <LineSwitch key={one.line} {...one} />
      ))}
      {protocol === 'OSDP' && <Commands control={control} />}
      <CardForm reader={at} />
      {keypads && <PinForm reader={at} />}
      {(protocol === 'OSDP' || protocol === 'Wiegand') && <Wire onWire={onWire} />}
    </DeviceCard>
  )
}

function useColour(): (colour: string) => string {
  const text = useText()
  const hasText = useHasText()
  // A device of another version may have other colours.
  return (colour) => {
    const id = `bench.reader.colour.${colour}`
    return hasText(id) ? text(id) : colour
  }
}

/** Without power it is dark and silent. */
const DARK: ReaderLight = { colour: 'Off', blinksWith: null, beeps: false }

function LightAndBeeper({ light }: { light: ReaderLight | null }) {
  const { colour, blinksWith, beeps } = light ?? DARK
  const text = useText()
  const nameOf = useColour()
  // Not read aloud with each change: the log and the text under the device say what happens.
  return (
    <>
      <Pair>
        <span>{text('bench.reader.light')}</span>
        <output className={styles['light']} aria-label={text('bench.reader.light')} aria-live="off">
          <Lamp colour={colour} />
          {blinksWith !== null && <Lamp colour={blinksWith} />}
          {blinksWith === null
            ? nameOf(colour)
            : text('bench.reader.blinks', { one: nameOf(colour), other: nameOf(blinksWith) })}
        </output>
      </Pair>
      <Pair>
        <span>{text('bench.reader.beeper')}</span>
        <output aria-label={text('bench.reader.beeper')} aria-live="off">
          {text(beeps ? 'bench.reader.sounds' : 'bench.reader.silent')}
        </output>
      </Pair>
    </>
  )
}

const Lamp = ({ colour }: { colour: string }) => (
  <span className={styles['lamp']} data-colour={colour} aria-hidden="true" />
)

/** A line of a Wiegand controller, which is a contact at an input. */
function LineSwitch({ line, port, closed }: ReaderAtFront['lines'][number]) {
  const text = useText()
  const id = useId()
  const [set] = useCommand(setContact)
  return (
    <Pair>
      <label htmlFor={id}>{text(`bench.reader.line.${line}`, { port })}</label>
      <Switch
        id={id}
        checked={closed}
        onChange={(event) => void set({ port, closed: event.target.checked })}
      />
    </Pair>
  )
}

/** What the controller can send over OSDP. */
function Commands({ control }: { control: Control }) {
  const text = useText()
  const nameOf = useColour()
  return (
    <>
      <fieldset className={styles['commands']}>
        <legend>{text('bench.reader.ask')}</legend>
        {QUESTIONS.map((command) => (
          <Button key={command} onClick={() => control({ kind: 'ask', command })}>
            {command}
          </Button>
        ))}
      </fieldset>
      <fieldset className={styles['commands']}>
        <legend>{text('bench.reader.setLight')}</legend>
        {LED_COLOURS.map((colour) => (
          <Button key={colour} onClick={() => control({ kind: 'led', colour })}>
            {nameOf(colour)}
          </Button>
        ))}
      </fieldset>
      <fieldset className={styles['commands']}>
        <legend>{text('bench.reader.setBuzzer')}</legend>
        <Button onClick={() => control({ kind: 'buzzer', on: true })}>
          {text('bench.reader.buzz')}
        </Button>
        <Button onClick={() => control({ kind: 'buzzer', on: false })}>
          {text('bench.phone.microphone.silence')}
        </Button>
      </fieldset>
    </>
  )
}

function Wire({ onWire }: Pick<ReaderAtFront, 'onWire'>) {
  const text = useText()
  const title = text('bench.reader.onWire')
  return (
    <>
      <h3 className={styles['title']}>{title}</h3>
      {onWire.length === 0 ? (
        <p className={lists['none']}>{text('bench.happened.none')}</p>
      ) : (
        <NewestLast label={title}>
          <ol className={styles['wire']}>
            {onWire.map((one, index) => (
              // Two entries can be the same.
              // oxlint-disable-next-line react/no-array-index-key -- entries are only removed at the front
              <Entry key={`${one.at} ${index}`} entry={one} />
            ))}
          </ol>
        </NewestLast>
      )}
    </>
  )
}

function Entry({ entry }: { entry: OnWire }) {
  const text = useText()
  const hasText = useHasText()
  if (entry.kind === 'wiegand') {
    return (
      <li>
        <span>{text(`bench.reader.of.${entry.of}`, { bits: entry.bits.length })}</span>
        <code>{entry.bits}</code>
      </li>
    )
  }
  const { from, name, frame } = entry
  const id = `bench.reader.frame.${name}`
  return (
    <li>
      <span>
        {text(`bench.reader.from.${from}`, { name })}
        {hasText(id) && `: ${text(id)}`}
      </span>
      <code>{frame.replaceAll(/(..)(?=.)/g, '$1 ')}</code>
    </li>
  )
}
