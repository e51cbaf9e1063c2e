import { Slider } from '@lintel/ui/slider'
import type { ComponentProps } from 'react'
import { useId } from 'react'
import styles from './slider-row.module.css'

type SliderRowProps = Omit<ComponentProps<typeof Slider>, 'id'> & { label: string }

/** A slider with its label and value, in the columns that all sliders and meters of the page have. */
export function SliderRow({ label, ...slider }: SliderRowProps) {
  const id = useId()
  return (
    <div className={styles['row']}>
      <label htmlFor={id}>{label}</label>
      <Slider id={id} {...slider} />
    </div>
  )
}
