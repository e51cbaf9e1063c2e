import { Button, LinkButton } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { keypadOf } from '../../app/conditions.ts'
import { useStale } from '../../app/events/live.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import styles from './config-check.module.css'
import { KEYS, useKeypadState, useTyping } from './keys.ts'
import type { Key, Typing } from './keys.ts'
import { pinTimeoutQuery } from './queries.ts'

/** Tests the device remotely; what can be tested depends on the product. A §2 Config check. */
export function ConfigCheckPage() {
  const text = useText()
  const keypad = keypadOf(useViewpoint())
  const title = text('pages.configCheck')
  return keypad ? (
    <>
      <PageHead title={title} note={text('configCheck.note')} />
      <Simulator whole={keypad === 'whole'} />
    </>
  ) : (
    <>
      <PageHead title={title} />
      <Notice
        title={text('configCheck.nothing')}
        action={
          <LinkButton href={hrefTo(paths.sipAccounts())}>{text('pages.sipAccounts')}</LinkButton>
        }
      >
        {text('configCheck.nothing.next')}
      </Notice>
    </>
  )
}

function Simulator({ whole }: { whole: boolean }) {
  const text = useText()
  const faultText = useFaultText()
  const state = useKeypadState()
  const typing = useTyping(state)
  const { data: seconds } = useQuery(pinTimeoutQuery)
  const { failure } = typing
  return (
    <>
      {failure && (
        <Notice status="crit">
          {text('configCheck.refused', { key: failure.key, reason: faultText(failure.fault) })}
        </Notice>
      )}
      <Card>
        <Row
          name={text('ui.state')}
          help={seconds === undefined ? undefined : text('configCheck.giveUp', { seconds })}
        >
          <State state={state} typed={typing.typed} />
        </Row>
        {whole ? <Keypad typing={typing} /> : <Clear typing={typing} />}
      </Card>
    </>
  )
}

const STATES = { idle: 'configCheck.idle', pin: 'configCheck.pinMode' } as const

function State({ state, typed }: { state: ReturnType<typeof useKeypadState>; typed: number }) {
  const text = useText()
  // Without events the last state may be out of date.
  const known = !useStale() && state
  return (
    <output data-field="state" className={styles['state']}>
      <Chip status={known === 'pin' ? 'ok' : 'neutral'}>
        {text(known ? STATES[known] : 'ui.unknown')}
      </Chip>
      {typed > 0 && <small>{text('configCheck.typed', { keys: typed })}</small>}
    </output>
  )
}

/** The product's keypad; its keys can be typed on the keyboard too. */
function Keypad({ typing: { press } }: { typing: Typing }) {
  const text = useText()
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const key = KEYS.find((one) => one === event.key.toUpperCase())
    if (key) press(key)
  }
  return (
    <fieldset
      className={styles['keypad']}
      aria-label={text('configCheck.keypad')}
      data-field="keypad"
    >
      <p>{text('configCheck.keypadHelp')}</p>
      <div className={styles['keys']}>
        {KEYS.map((key) => (
          <Button
            key={key}
            aria-label={labelOf(text, key)}
            onClick={() => press(key)}
            onKeyDown={onKeyDown}
          >
            {key}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

const labelOf = (text: TextOf, key: Key) =>
  key === 'C' ? text('configCheck.clearKey') : text('configCheck.key', { key })

function Clear({ typing: { press, waiting } }: { typing: Typing }) {
  const text = useText()
  return (
    <Row name={text('configCheck.clear')} help={text('configCheck.clearHelp')}>
      <Button busy={waiting > 0} data-field="clear" onClick={() => press('C')}>
        {text('configCheck.clear')}
      </Button>
    </Row>
  )
}
