import { setMicrophone } from '@lintel/contract/bench'
import type { MicrophoneInput } from '@lintel/contract/wire'
import { FileChoice } from '@lintel/ui/file-choice'
import { useText } from '@lintel/ui/i18n'
import { Segmented } from '@lintel/ui/segmented'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { base64Of } from './base64.ts'
import { Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import { useLiveVoice } from './live-voice.ts'

type Kind = MicrophoneInput['kind']
const KINDS = ['silence', 'tone', 'file', 'live'] as const satisfies readonly Kind[]

/** The concert pitch at half the full level. */
const TONE = { kind: 'tone', hertz: 440, level: 0.5 } as const
/** The largest file that the bench takes, in bytes. */
const FILE_MAX = 700_000

/** What is spoken into the microphone. */
export function Microphone({ kind }: { kind: Kind }) {
  const text = useText()
  const [set, busy] = useCommand(setMicrophone)
  const speakLive = useLiveVoice(kind)
  const [file, setFile] = useState<File>()
  /** The file has been asked for, but not chosen yet. */
  const [choosing, setChoosing] = useState(false)
  const shown = choosing ? 'file' : kind

  async function speak(chosen: File): Promise<void> {
    if (chosen.size > FILE_MAX) {
      showToast({ status: 'critical', text: text('bench.phone.fileTooLarge') })
      return
    }
    setFile(chosen)
    const wave = base64Of(new Uint8Array(await chosen.arrayBuffer()))
    if (await set({ microphone: { kind: 'file', wave } })) setChoosing(false)
  }

  function choose(next: Kind): void {
    setChoosing(next === 'file')
    if (next === 'silence') void set({ microphone: { kind: next } })
    if (next === 'tone') void set({ microphone: TONE })
    if (next === 'live') void speakLive()
  }

  return (
    <>
      <Pair>
        <span aria-hidden="true">{text('bench.phone.microphone')}</span>
        <Segmented
          label={text('bench.phone.microphone')}
          value={shown}
          options={KINDS.map((one) => ({
            value: one,
            label: text(`bench.phone.microphone.${one}`),
          }))}
          onChange={choose}
        />
      </Pair>
      {shown === 'file' && (
        <FileChoice
          label={text('bench.phone.chooseFile')}
          file={file}
          accept=".wav,audio/wav"
          disabled={busy}
          onChoose={(chosen) => void speak(chosen)}
        />
      )}
    </>
  )
}
