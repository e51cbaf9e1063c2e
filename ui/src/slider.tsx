import { useId } from 'react'
import styles from './slider.module.css'

interface SliderProps {
  /** The input's id, for the label. */
  id: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** The value as text, such as `40 %`, next to the slider and for screen readers. */
  format?: (value: number) => string
  /** Values to label below the slider, in order. */
  marks?: readonly { value: number; label: string }[]
  disabled?: boolean
  'aria-describedby'?: string | undefined
}

/** A number for which the feel matters more than the digits. */
export function Slider(props: SliderProps) {
  const { value, onChange, min = 0, max = 100, format = String, marks, ...input } = props
  const id = useId()
  return (
    <div className={styles['slider']}>
      <div className={styles['line']}>
        <input
          {...input}
          type="range"
          min={min}
          max={max}
          value={value}
          list={marks ? `${id}-marks` : undefined}
          aria-valuetext={format(value)}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <span
          className={styles['value']}
          // The slider keeps its length whatever its text.
          style={{ minInlineSize: `${Math.max(format(min).length, format(max).length)}ch` }}
          aria-hidden="true"
        >
          {format(value)}
        </span>
      </div>
      {marks && (
        <>
          <datalist id={`${id}-marks`}>
            {marks.map((mark) => (
              <option key={mark.value} value={mark.value}>
                {mark.label}
              </option>
            ))}
          </datalist>
          <div className={styles['marks']} aria-hidden="true">
            {marks.map((mark) => (
              <span key={mark.value}>{mark.label}</span>
            ))}
          </div>
        </>
      )}
    </div>
  )
}
