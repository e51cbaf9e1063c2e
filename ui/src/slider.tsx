import styles from './slider.module.css'

interface SliderProps {
  /** The input's id, for the label. */
  id: string
  /** The name by which the search finds it. */
  name?: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** The value as text, such as `40 %`, next to the slider and for screen readers. */
  format?: (value: number) => string
  disabled?: boolean
  'aria-describedby'?: string | undefined
}

/** A number for which the feel matters more than the digits. */
export function Slider(props: SliderProps) {
  const { value, onChange, min = 0, max = 100, format = String, ...input } = props
  return (
    <div className={styles['slider']}>
      <input
        {...input}
        type="range"
        min={min}
        max={max}
        value={value}
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
  )
}
