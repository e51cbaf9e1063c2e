import type { BenchState } from '@lintel/contract/bench'
import { LinkButton } from '@lintel/ui/button'
import { Text, useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { useBench } from './bench-stream.ts'
import styles from './bench.module.css'
import { DeviceState } from './blocked.ts'
import { ClockCard } from './clock-card.tsx'
import { Columns } from './columns.tsx'
import { FacePlate } from './face-plate.tsx'
import { HandlingCard, isTouchable } from './handling-card.tsx'
import { HdmiCard } from './hdmi-card.tsx'
import { Lab } from './lab.tsx'
import { useLastKnown } from './last-known.ts'
import { LogCard } from './log-card.tsx'
import { LostNotice } from './lost-notice.tsx'
import { NetworkCard } from './network-card.tsx'
import { PeersCard } from './peers-card.tsx'
import { PortsCard } from './ports-card.tsx'
import { PowerCard } from './power-card.tsx'
import { ReaderCard } from './reader-card.tsx'
import { SdCardCard } from './sd-card-card.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SoundCard } from './sound-card.tsx'
import { StoryCard } from './story-card.tsx'
import { StoryNeeds } from './story-needs.tsx'
import { SurroundingsCard } from './surroundings-card.tsx'
import { TelephoneCard } from './telephone-card.tsx'

/** The bench: the device as it looks on the wall, what happens there, and its surroundings. */
export function Bench() {
  const { state, live } = useBench()
  const text = useText()
  const title = text('bench.title')
  const product = state?.productName
  useEffect(() => {
    document.title = product === undefined ? title : `${title} – ${product}`
  }, [title, product])

  const reader = useLastKnown(state?.reader ?? null)
  const hdmi = useLastKnown(state?.hdmi ?? null)
  const speaker = useLastKnown(state?.speaker ?? null)

  const gone = !live && (
    <Notice status="crit" title={text('bench.gone')}>
      {text('bench.gone.body')}
    </Notice>
  )
  if (!state) return <main className={styles['waiting']}>{gone || <Loading />}</main>
  const isTelephone = state.hasMicrophone || state.loudspeaker
  const telephone = (
    <TelephoneCard
      calls={state.calls}
      microphone={state.microphone}
      hasMicrophone={state.hasMicrophone}
      loudspeaker={state.loudspeaker}
      offset={state.clockOffset}
      keypad={state.plate.keypad}
    />
  )
  return (
    <DeviceState value={state.device}>
      <main className={styles['page']}>
        <div className={styles['head']}>
          <Head state={state} />
          {gone}
          {state.device === 'lost' && <LostNotice snapshots={state.snapshots} />}
        </div>
        <Shortcuts />
        <div id="device" className={styles['front']}>
          <FacePlate state={state} reader={reader} />
        </div>
        <div id="log" className={styles['log']}>
          <LogCard happened={state.happened} zone={state.timeZone} />
        </div>
        <div id="controls" className={styles['world']}>
          <Columns>
            <PowerCard power={state.power} device={state.device} />
            {reader && <ReaderCard reader={reader} />}
            <StoryCard story={state.story}>
              <StoryNeeds state={state} />
            </StoryCard>
            {state.terminals.length > 0 && <PortsCard terminals={state.terminals} />}
            <ClockCard offset={state.clockOffset} zone={state.timeZone} />
            {state.loudspeaker && (
              <SoundCard
                sound={state.sound}
                speaker={speaker}
                calls={state.calls}
                zone={state.timeZone}
              />
            )}
            <SurroundingsCard world={state.world} hasCamera={state.plate.camera} />
            {isTelephone && telephone}
            {isTouchable(state) && (
              <HandlingCard
                world={state.world}
                speaker={state.loudspeaker ? speaker : undefined}
                hasMicrophone={state.hasMicrophone}
                hasCamera={state.plate.camera}
                shockSensor={state.shockSensor}
              />
            )}
            {state.sdCard && <SdCardCard {...state.sdCard} />}
            {hdmi && <HdmiCard output={hdmi} display={state.display} />}
            {state.category === 'audio' && <PeersCard peers={state.world.peers} />}
            <NetworkCard world={state.world} />
          </Columns>
          <Lab state={state}>{!isTelephone && state.calls.length > 0 && telephone}</Lab>
        </div>
      </main>
    </DeviceState>
  )
}

/** What the bench is about, and the way to the console. */
function Head({ state }: { state: BenchState }) {
  const text = useText()
  const { http } = state.addresses
  return (
    <PageHead
      title={text('bench.title')}
      note={
        <Text
          id="bench.note"
          values={{
            product: state.productName,
            address: <span className="mono">{http.replace(/^https?:\/\//, '')}</span>,
          }}
        />
      }
      actions={
        <LinkButton href={http} target="_blank" rel="noreferrer" icon={<ExternalLink size={16} />}>
          {text('bench.open')}
        </LinkButton>
      }
    />
  )
}
