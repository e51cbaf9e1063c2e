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
/** Milliseconds that the slider has to stand still before the device feels it. */
const STILL = 150

/** What surrounds the device: how warm it is. */
export function SurroundingsCard({ world }: { world: World }) {
  const text = useText()
  const id = useId()
  const [set] = useCommand(setWorld)
  /** Where the slider stands, until the bench says the same. */
  const [draft, setDraft] = useState<number>()
  if (draft === world.temperature) setDraft(undefined)
  useEffect(() => {
    if (draft === undefined) return undefined
    const timer = setTimeout(() => {
      void set({ temperature: draft }).then((done) => done || setDraft(undefined))
    }, STILL)
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
