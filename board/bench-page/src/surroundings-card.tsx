import { setWorld } from '@lintel/contract/bench'
import type { InputOf } from '@lintel/contract/call'
import type { World } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { useEffect, useId, useState } from 'react'
import { BenchCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import { SliderRow } from './slider-row.tsx'

const COLDEST = -50
const HOTTEST = 100
/** Lux from darkness to the sun of a summer's day, in steps that look about equal. */
const LIGHTS = [0, 0.1, 1, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000, 50_000, 100_000]
/** Where the slider is while the light is that of the time of day: an overcast day. */
const OVERCAST = LIGHTS.indexOf(1_000)
/** Milliseconds without movement of a slider until its value is sent. */
const DEBOUNCE = 150

/** The temperature of the device's surroundings, and the light, if it has a camera. */
export function SurroundingsCard({ world, hasCamera }: { world: World; hasCamera: boolean }) {
  const text = useText()
  const [temperature, setTemperature] = useDraft(world.temperature, (degrees) => ({
    temperature: degrees,
  }))
  return (
    <BenchCard
      name="surroundings"
      title={text('bench.surroundings')}
      brief={text('bench.surroundings.degrees', { degrees: temperature })}
    >
      <SliderRow
        label={text('bench.surroundings.temperature')}
        min={COLDEST}
        max={HOTTEST}
        value={temperature}
        format={(degrees) => text('bench.surroundings.degrees', { degrees })}
        onChange={setTemperature}
      />
      {hasCamera && <Light lux={world.lux} />}
    </BenchCard>
  )
}

/** The light in front of the camera: that of the time of day, or a fixed one. */
function Light({ lux }: { lux: number | null }) {
  const text = useText()
  const id = useId()
  const [set, busy] = useCommand(setWorld)
  const [level, setLevel] = useDraft(lux === null ? OVERCAST : levelOf(lux), (at) => ({
    lux: LIGHTS[at] ?? 0,
  }))
  const isOfDay = lux === null && level === OVERCAST
  // A call can set a light between two positions.
  const luxAt = (at: number) => (lux !== null && at === levelOf(lux) ? lux : (LIGHTS[at] ?? 0))
  return (
    <>
      <SliderRow
        label={text('bench.surroundings.light')}
        min={0}
        max={LIGHTS.length - 1}
        value={level}
        format={(at) =>
          isOfDay
            ? text('bench.surroundings.auto')
            : text('bench.surroundings.lux', { lux: luxAt(at) })
        }
        onChange={setLevel}
      />
      <Pair>
        <label htmlFor={id}>{text('bench.surroundings.ofDay')}</label>
        <Switch
          id={id}
          checked={lux === null}
          disabled={busy}
          onChange={(event) =>
            void set({ lux: event.target.checked ? null : (LIGHTS[OVERCAST] ?? 0) })
          }
        />
      </Pair>
    </>
  )
}

/** The slider's position for a light: the first that is at least as bright. */
const levelOf = (lux: number): number => {
  const brighter = LIGHTS.findIndex((one) => one >= lux)
  return brighter === -1 ? LIGHTS.length - 1 : brighter
}

/**
 * The value that a slider shows and its setter: what somebody has set, until the bench confirms it.
 * @param order makes the request for a value
 */
function useDraft(
  value: number,
  order: (value: number) => InputOf<typeof setWorld>,
): [number, (value: number) => void] {
  const [set] = useCommand(setWorld)
  const [draft, setDraft] = useState<number>()
  if (draft === value) setDraft(undefined)
  useEffect(() => {
    if (draft === undefined) return undefined
    async function send(sent: number): Promise<void> {
      if (await set(order(sent))) return
      // Back to the bench's value, unless the slider has moved on.
      setDraft((now) => (now === sent ? undefined : now))
    }
    const timer = setTimeout(() => {
      void send(draft)
    }, DEBOUNCE)
    return () => clearTimeout(timer)
    // `order` is another function in each render, and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft, set])
  return [draft ?? value, setDraft]
}
