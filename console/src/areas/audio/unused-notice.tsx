import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import type { AudioState } from './audio-state.ts'
import { isOff, isUnused } from './duplex.ts'
import { useValueNames } from './names.ts'

/**
 * Says that a part of the device is silent, whatever its gains, because audio is off or because of
 * the duplex mode (AUDIO-15).
 */
export function UnusedNotice({ part, state }: { part: 'input' | 'output'; state: AudioState }) {
  const text = useText()
  const nameOf = useValueNames()
  if (isOff(state)) {
    return (
      <Notice
        status="warn"
        title={text('audio.off')}
        action={<a href={hrefTo(paths.audio())}>{text('audio.enabled')}</a>}
      >
        {text('audio.off.next')}
      </Notice>
    )
  }
  if (!isUnused(part, state.values)) return null
  return (
    <Notice
      status="warn"
      title={text('audio.warningOutput')}
      action={<a href={hrefTo(paths.audio())}>{text('audio.duplexMode')}</a>}
    >
      {text(`audio.unused.${part}`, { mode: nameOf('duplexMode', state.values.duplexMode) })}
    </Notice>
  )
}
