import { playStory, STORY_SPEEDS } from '@lintel/contract/bench-story'
import type { StoryState } from '@lintel/contract/bench-story'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Segmented } from '@lintel/ui/segmented'
import { Pause, Play, SkipForward, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { DeviceCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import styles from './story-card.module.css'

const SPEEDS = STORY_SPEEDS.map((speed) => ({ value: String(speed), speed }))

/**
 * Plays a day in service.
 * @param props.children what the day needs
 */
export function StoryCard({ story, children }: { story: StoryState; children?: ReactNode }) {
  const { state, steps, done, speed } = story
  const text = useText()
  const [order, busy] = useCommand(playStory)
  const playing = state === 'playing'
  const begun = playing || state === 'paused'
  return (
    <DeviceCard
      name="story"
      title={text('bench.story')}
      note={text('bench.story.note')}
      brief={begun ? `${done}/${steps.length}` : undefined}
    >
      <progress
        className={styles['progress']}
        aria-label={text('bench.story')}
        max={steps.length}
        value={done}
      />
      <output className={styles['now']}>
        <Now story={story} />
      </output>
      {children}
      <div className={styles['buttons']}>
        <Button
          kind="primary"
          icon={playing ? <Pause size={16} /> : <Play size={16} />}
          onClick={() => void order({ action: playing ? 'pause' : 'play' })}
        >
          {text(playing ? 'bench.story.pause' : begun ? 'bench.story.go' : 'bench.story.play')}
        </Button>
        <Button
          icon={<SkipForward size={16} />}
          disabled={busy}
          onClick={() => void order({ action: 'step' })}
        >
          {text('bench.story.next')}
        </Button>
      </div>
      <Pair>
        <Segmented
          label={text('bench.story.speed')}
          value={String(speed)}
          options={SPEEDS.map((one) => ({
            value: one.value,
            label: text('bench.story.times', { speed: one.value }),
          }))}
          onChange={(chosen) => {
            const wanted = SPEEDS.find(({ value }) => value === chosen)?.speed
            const action = playing ? 'play' : 'pause'
            if (wanted !== undefined) void order({ action, speed: wanted })
          }}
        />
        <Button
          icon={<Square size={16} />}
          disabled={!begun}
          onClick={() => void order({ action: 'stop' })}
        >
          {text('bench.story.stop')}
        </Button>
      </Pair>
    </DeviceCard>
  )
}

/** The step that was done last, or what the day has. */
function Now({ story }: { story: StoryState }) {
  const { state, steps, done, failed, noCall, selfAnswered } = story
  const text = useText()
  const [first] = steps
  const last = steps.at(-1)
  const step = steps[done - 1]
  if (failed) return text('happened.story.failed')
  if (state === 'over') return text('happened.story.over')
  if (step) {
    const ownAnswer = step.id === 'missedCall' ? 'selfAnswered' : 'hangUp'
    const said = noCall ? 'noCall' : selfAnswered ? ownAnswer : step.id
    return (
      <>
        <b className="mono">{step.at}</b> {text(`happened.story.${said}`)}
      </>
    )
  }
  if (!first || !last) return null
  return text('bench.story.ready', { count: steps.length, from: first.at, to: last.at })
}
