import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import type { Form } from '@lintel/ui/form'
import { setInput, useFieldValue, useInputError } from '@lintel/ui/form'
import { FieldNote } from '@lintel/ui/field-note'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { Progress } from '@lintel/ui/progress'
import { Mic, Square } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ELAPSED_STEP, RECORDING_LIMIT } from '../../app/timing.ts'
import type { AddValues } from './add-clip.ts'
import styles from './audioclips.module.css'
import { mayRecord, RecordingError, startRecording } from './recorder.ts'
import type { Recording, RecordingFailure } from './recorder.ts'

type State =
  | { phase: 'idle' }
  | { phase: 'asking' }
  | { phase: 'recording'; since: number; stop: Recording['stop'] }
  | { phase: 'failed'; failure: RecordingFailure }

/**
 * Records a clip with the microphone of this computer, and plays it for the person to check. A new
 * recording takes the place of the one before.
 */
export function RecordField(props: { form: Form<AddValues>; onRecorded: (file: File) => void }) {
  const { form, onRecorded } = props
  const text = useText()
  const noteId = useId()
  const error = useInputError(form, 'file')
  const [state, setState] = useState<State>(
    mayRecord() ? { phase: 'idle' } : { phase: 'failed', failure: 'insecure' },
  )
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function record() {
    const controller = new AbortController()
    running.current = controller
    form.methods.resetField('file', { defaultValue: null })
    setState({ phase: 'asking' })
    try {
      const { stop, file } = await startRecording(controller.signal)
      setState({ phase: 'recording', since: performance.now(), stop })
      const name = `${text('audioclips.recording')}.wav`
      const recorded = new File([await file], name, { type: 'audio/wav' })
      setInput(form, 'file', recorded)
      onRecorded(recorded)
      setState({ phase: 'idle' })
    } catch (fault) {
      if (controller.signal.aborted) return
      const failure = fault instanceof RecordingError ? fault.failure : 'failed'
      setState({ phase: 'failed', failure })
    }
  }

  const file = useFieldValue(form, 'file')
  return (
    <Row name={text('audioclips.recording')} help={text('audioclips.recording.help')}>
      {state.phase === 'failed' && (
        <Notice status="warn">{text(`audioclips.noRecording.${state.failure}`)}</Notice>
      )}
      {state.phase === 'recording' ? (
        <Running {...state} />
      ) : (
        <Button
          name="file"
          icon={<Mic size={16} aria-hidden="true" />}
          disabled={!mayRecord()}
          busy={state.phase === 'asking'}
          aria-describedby={noteId}
          onClick={() => void record()}
        >
          {text(file ? 'audioclips.record.again' : 'audioclips.record')}
        </Button>
      )}
      {file && <Listen file={file} />}
      <FieldNote id={noteId} error={error} warning={undefined} />
    </Row>
  )
}

/** How long it has recorded, and a button that ends it. */
function Running({ since, stop }: { since: number; stop: () => void }) {
  const text = useText()
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now() - since), ELAPSED_STEP)
    return () => clearInterval(timer)
  }, [since])
  return (
    <div className={styles['running']}>
      <Progress
        label={text('audioclips.recording')}
        value={Math.min(elapsed, RECORDING_LIMIT)}
        max={RECORDING_LIMIT}
        text={text('audioclips.recording.elapsed', {
          seconds: Math.floor(elapsed / 1000),
          max: RECORDING_LIMIT / 1000,
        })}
      />
      <Button icon={<Square size={16} aria-hidden="true" />} onClick={stop}>
        {text('audioclips.record.stop')}
      </Button>
    </div>
  )
}

/** Plays a file in the browser. */
function Listen({ file }: { file: File }) {
  const text = useText()
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (audio.current) audio.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- what the person has just said
  return <audio ref={audio} controls aria-label={text('audioclips.recording')} />
}
