import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'

const STATUS = {
  Online: 'ok',
  Offline: 'crit',
  Initiating: 'neutral',
  AuthenticationFailed: 'crit',
  InOtherPeerNetwork: 'neutral',
} as const

/** Whether another device of the site can be reached. Other devices may report other words. */
export function StatusChip({ status }: { status: AudioPeerEntry['ConnectionStatus'] }) {
  const text = useText()
  const known = Object.hasOwn(STATUS, status)
  return (
    <Chip status={known ? STATUS[status] : 'neutral'}>
      {known ? text(`audioManager.status.${status}`) : status}
    </Chip>
  )
}
