import { setWorld } from '@lintel/contract/bench'
import type { World } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { Slider } from '@lintel/ui/slider'
import { useEffect, useId, useState } from 'react'
import { BenchCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import styles from './surroundings-card.module.css'

const COLDEST = -50
const HOTTEST = 100
/** Milliseconds without movement of the slider until the temperature is sent. */
const DEBOUNCE = 150

/** The temperature of the device's surroundings. */
export function SurroundingsCard({ world }: { world: World }) {
  const text = useText()
  const id = useId()
  const [set] = useCommand(setWorld)
  /** The slider's position, until the bench confirms it. */
  const [draft, setDraft] = useState<number>()
  if (draft === world.temperature) setDraft(undefined)
  useEffect(() => {
    if (draft === undefined) return undefined
    async function send(sent: number): Promise<void> {
      if (await set({ temperature: sent })) return
      // Back to the bench's value, unless the slider has moved on.
      setDraft((now) => (now === sent ? undefined : now))
    }
    const timer = setTimeout(() => {
      void send(draft)
    }, DEBOUNCE)
    return () => clearTimeout(timer)
  }, [draft, set])
  const temperature = draft ?? world.temperature
  return (
    <BenchCard title={text('bench.surroundings')}>
      <Pair>
        <label htmlFor={`${id}t`}>{text('bench.surroundings.temperature')}</label>
        <span className={styles['temperature']}>
          <Slider
            id={`${id}t`}
            min={COLDEST}
            max={HOTTEST}
            value={temperature}
            format={(degrees) => text('bench.surroundings.degrees', { degrees })}
            onChange={setDraft}
          />
        </span>
      </Pair>
    </BenchCard>
  )
}
