import type { FacePlate as Plate } from '@lintel/contract/products/product'
import type { DisplayContent, StatusLight } from '@lintel/contract/shown'
import { useText } from '@lintel/ui/i18n'
import type { CSSProperties, ReactNode } from 'react'
import styles from './face-plate.module.css'
import { CallButton, Grille, Keypad, Lens, Reader, StatusLed } from './plate-parts.tsx'
import { Box, Horn, Round } from './plates.tsx'
import { Screen } from './screen.tsx'

const DARK: DisplayContent = { state: 'off', title: '', subtitle: '', time: '' }

interface Front {
  product: string
  plate: Plate
  display: DisplayContent
  power: boolean
  statusLight: StatusLight | null
  /** Whether the light around the call button is on. */
  callButtonLit: boolean
  /** Whether it blinks to identify itself. */
  identifying: boolean
}

/** The front of the product, in its own colours. Its buttons can be pressed. */
export function FacePlate(front: Front) {
  const { plate, power } = front
  const Form = FORMS[plate.form]
  const identifying = power && front.identifying
  const text = useText()
  const colours = {
    '--housing': plate.colour.housing,
    '--print': plate.colour.print,
  } as CSSProperties
  return (
    <section className={styles['wall']} aria-label={text('bench.plate')}>
      <div
        className={styles['plate']}
        data-form={plate.form}
        data-identifying={identifying || undefined}
        style={colours}
      >
        <Form {...front} />
      </div>
      <output className={styles['identifying']}>{identifying && text('bench.identifying')}</output>
    </section>
  )
}

/** A door station, from the lens down to the call button. */
function Station({ product, plate, display, power, statusLight, callButtonLit }: Front) {
  const { camera, speaker, keypad, reader, callButton } = plate
  const button = callButton && <CallButton lit={callButtonLit} />
  return (
    <>
      {camera && <Lens />}
      {plate.display ? (
        <>
          <Screen display={power ? display : DARK} />
          {keypad && <Keypad />}
          <div className={styles['foot']}>
            <span>{reader && <Reader small />}</span>
            {button}
            <span>{speaker && <Grille small />}</span>
          </div>
        </>
      ) : (
        <>
          {speaker && <Grille />}
          {keypad && <Keypad />}
          {reader && <Reader />}
          {button}
        </>
      )}
      <span className={styles['number']}>
        <StatusLed light={statusLight} />
        {product}
      </span>
    </>
  )
}

const FORMS: Record<Plate['form'], (front: Front) => ReactNode> = {
  tall: Station,
  compact: Station,
  horn: Horn,
  round: Round,
  box: Box,
}
