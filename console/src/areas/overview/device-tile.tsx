import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { isAudio } from '../../app/conditions.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { audioFacts } from './audio-facts.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { peersQuery } from './queries.ts'

/** The facts about the device. A §2 Overview. */
export function DeviceTile() {
  return isAudio(useViewpoint()) ? <AudioDevice /> : <DeviceFacts />
}

/** With its place among the audio devices of the network. */
function AudioDevice() {
  const text = useText()
  const peers = useQuery(peersQuery)
  return (
    <DeviceFacts
      peers={peers.data ?? undefined}
      more={(overview) => audioFacts(overview, peers, text)}
    />
  )
}
