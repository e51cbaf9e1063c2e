import { saveAudioSite } from '@lintel/contract/calls/audio'
import type { Rule } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { FieldNote } from '@lintel/ui/fields'
import field from '@lintel/ui/fields.module.css'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { SyntheticEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { device } from '../app/device.ts'
import styles from './audio-manager.module.css'

const LONGEST = 64

/** What the device would refuse; the rule has words of its own, as those of the kit are many. */
const rule: Rule = (name) => {
  if (name === '') return { id: 'audioManager.nameMissing' }
  return name.length > LONGEST
    ? { id: 'audioManager.nameTooLong', values: { max: LONGEST } }
    : undefined
}

/** Explains what an audio site is, and makes one. */
export function NewSite(props: { product: string; onMade: () => Promise<void> }) {
  const { product, onMade } = props
  const text = useText()
  const faultText = useFaultText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(() => text('audioManager.defaultName', { product }))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const error = rule(name.trim())

  async function make(event: SyntheticEvent) {
    event.preventDefault()
    if (error) {
      input.current?.focus()
      return
    }
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await device.call(saveAudioSite, { name: name.trim() })
      await onMade()
    } catch (fault) {
      setFailure(fault)
      // An answer that got lost may hide a success.
      await onMade()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={text('audioManager.newSite')}>
      <div className={styles['padded']}>
        <p className={styles['words']}>{text('audioManager.explained')}</p>
        {failure !== undefined && (
          <Notice status="crit" title={text('audioManager.notMade')}>
            {faultText(failure)}
          </Notice>
        )}
        <form
          noValidate
          aria-label={text('audioManager.newSite')}
          data-layout="stack"
          onSubmit={(event) => void make(event)}
        >
          <Row label={text('audioManager.name')} htmlFor={id}>
            <input
              ref={input}
              id={id}
              className={field['input']}
              value={name}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}e` : undefined}
              onChange={(event) => setName(event.target.value)}
            />
            <FieldNote id={`${id}e`} error={error} warning={undefined} />
          </Row>
          <div className={styles['actions']}>
            <Button kind="primary" type="submit" busy={busy}>
              {text('audioManager.make')}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}
