import type { FacePlate as Plate } from '@lintel/contract/products/product'
import type { DisplayContent } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import type { CSSProperties } from 'react'
import styles from './face-plate.module.css'
import {
  Box,
  CallButton,
  Grille,
  Horn,
  Keypad,
  Lens,
  Reader,
  Round,
  Screen,
} from './plate-parts.tsx'

const DARK: DisplayContent = { state: 'off', title: '', subtitle: '', time: '' }

/** How the device stands, as far as its front shows it. */
export interface Lit {
  power: boolean
  ready: boolean
  /** Whether it blinks for whoever looks for it. */
  identifying: boolean
}

/** The product from the front, in its own colours; what can be pressed there can be pressed here. */
export function FacePlate(props: { product: string; plate: Plate; display: DisplayContent } & Lit) {
  const { product, plate, display, ...lit } = props
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
        data-identifying={(lit.power && lit.identifying) || undefined}
        style={colours}
      >
        {plate.form === 'horn' && <Horn product={product} />}
        {plate.form === 'round' && <Round {...lit} />}
        {plate.form === 'box' && <Box product={product} {...lit} />}
        {(plate.form === 'tall' || plate.form === 'compact') && (
          <>
            {plate.camera && <Lens />}
            {plate.display && <Screen display={lit.power ? display : DARK} />}
            {plate.speaker && !plate.display && <Grille />}
            {plate.keypad && <Keypad />}
            {plate.reader && <Reader />}
            {plate.callButton && <CallButton lit={lit.ready} />}
            {plate.speaker && plate.display && <Grille />}
            <span className={styles['number']}>{product}</span>
          </>
        )}
      </div>
      {lit.power && lit.identifying && <p className="sr-only">{text('bench.identifying')}</p>}
    </section>
  )
}
