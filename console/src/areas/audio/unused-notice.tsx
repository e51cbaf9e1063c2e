import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import type { AudioState } from './audio-state.ts'
import { isUnused } from './duplex.ts'

/** Says that the duplex mode leaves a part of the device silent, whatever its gains. AUDIO-15. */
export function UnusedNotice({ part, state }: { part: 'input' | 'output'; state: AudioState }) {
  const text = useText()
  if (!isUnused(part, state.values)) return null
  return (
    <Notice
      status="warn"
      title={text('audio.warningOutput')}
      action={<a href={hrefTo(paths.audio())}>{text('audio.duplexMode')}</a>}
    >
      {text(`audio.unused.${part}`, { mode: text(`audio.duplexMode.${state.values.duplexMode}`) })}
    </Notice>
  )
}
