import { problem } from '@lintel/contract/rules/problem'
import { Facts } from '@lintel/ui/card'
import { SwitchField } from '@lintel/ui/fields'
import type { Checked, Form } from '@lintel/ui/form'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { formatInstant } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { formatOffset, localAt } from '../app/clock/device-clock.ts'
import type { DeviceTime } from '../app/clock/device-clock.ts'
import { useTick } from '../app/clock/use-tick.ts'
import { ManualFields, ServerFields } from '../time/fields.tsx'
import { checkSource } from '../time/source.ts'
import type { TimeValues } from './draft.ts'
import { inZone } from '../time/local-time.ts'
import { usePrefill } from './prefill.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { TimeReading } from './readings.ts'
import { useResync } from './use-resync.ts'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'
import { ZonePart } from './zone-part.tsx'

interface TimeStepProps {
  wizard: Wizard
  reading: TimeReading
  values: TimeValues
  /** The device refused the time server of these values. */
  refused: boolean
}

/** The clock: automatic from a time server, or manual; and the zone. */
export function TimeStep({ wizard, reading, values, refused }: TimeStepProps) {
  const text = useText()
  /** Until Finish is pressed again: the device may then accept it. */
  const refusedServer = useRef(refused ? values.server : undefined)
  const { lastYear } = reading
  const check = useCallback(
    (typed: TimeValues): Checked<TimeValues> => {
      const errors = checkSource(typed, lastYear)
      const same = typed.server === refusedServer.current
      return same
        ? { errors: { server: problem('storage.genericErrorMessage'), ...errors } }
        : { errors }
    },
    [lastYear],
  )
  const form = useSettingsForm<TimeValues>({
    values,
    check,
    save: (typed) => wizard.finish(typed),
  })
  const { trigger, getValues } = form.methods
  useEffect(() => {
    if (refused) void trigger('server', { shouldFocus: true })
  }, [refused, trigger])
  useResync(wizard.resyncClock)
  const automatic = useFieldValue(form, 'automatic')
  const title = text('wizard.time.title')
  return (
    <Question title={title} note={text('datetime.note')}>
      <div className={styles['facts']}>
        <DeviceClock clock={reading.clock} />
      </div>
      <SettingsForm form={form} label={title} layout="stack">
        <div className={styles['switch']}>
          <SwitchField form={form} name="automatic" label={text('datetime.automatic')} />
        </div>
        {automatic ? (
          <div className={styles['part']}>
            <ServerFields
              form={form}
              label={text('datetime.source')}
              dhcpServer={reading.dhcpServer}
            />
          </div>
        ) : (
          <Manual wizard={wizard} form={form} reading={reading} />
        )}
        <div className={styles['part']}>
          <ZonePart form={form} reading={reading} />
        </div>
        <Footer>
          <FooterButton
            onClick={() => wizard.previous({ time: getValues() })}
            disabled={form.saving}
          >
            {text('wizard.previous')}
          </FooterButton>
          <FooterButton
            kind="primary"
            type="submit"
            busy={form.saving}
            onClick={() => {
              refusedServer.current = undefined
            }}
          >
            {text('wizard.finish')}
          </FooterButton>
        </Footer>
      </SettingsForm>
    </Question>
  )
}

function DeviceClock({ clock }: { clock: DeviceTime }) {
  const text = useText()
  const language = useLanguage()
  const now = useTick(clock)
  const zone = clock.zone ?? formatOffset(clock.offset)
  return (
    <Facts
      items={[
        {
          term: text('ui.deviceTime'),
          value: (
            <>
              <span className={styles['clock']}>
                {formatInstant(language, localAt(clock, now), 'second')}
              </span>
              <br />
              {zone}
            </>
          ),
        },
      ]}
    />
  )
}

function Manual(props: { wizard: Wizard; form: Form<TimeValues>; reading: TimeReading }) {
  const { wizard, form, reading } = props
  const zone = useFieldValue(form, 'zone')
  const clock = useMemo(() => inZone(reading.clock, zone), [reading.clock, zone])
  usePrefill(form, clock, reading.values, wizard.prefill)
  return (
    <div className={styles['pair']}>
      <ManualFields form={form} />
    </div>
  )
}
