import { LinkButton } from '@lintel/ui/button'
import { Text, useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { useBench } from './bench-stream.ts'
import styles from './bench.module.css'
import { CiphersCard } from './ciphers-card.tsx'
import { ClockCard } from './clock-card.tsx'
import { FacePlate } from './face-plate.tsx'
import { FaultsCard } from './faults-card.tsx'
import { FirmwareCard } from './firmware-card.tsx'
import { HandlingCard, isTouchable } from './handling-card.tsx'
import { HdmiCard } from './hdmi-card.tsx'
import { LogCard } from './log-card.tsx'
import { LostNotice } from './lost-notice.tsx'
import { NetworkCard } from './network-card.tsx'
import { PeersCard } from './peers-card.tsx'
import { PortsCard } from './ports-card.tsx'
import { PowerCard } from './power-card.tsx'
import { ReaderCard } from './reader-card.tsx'
import { SdCardCard } from './sd-card-card.tsx'
import { SlotsCard } from './slots-card.tsx'
import { SnapshotsCard } from './snapshots-card.tsx'
import { SoundCard } from './sound-card.tsx'
import { SurroundingsCard } from './surroundings-card.tsx'
import { TelephoneCard } from './telephone-card.tsx'

/** The bench: the device as it looks on the wall, and its surroundings. */
export function Bench() {
  const { state, live } = useBench()
  const text = useText()
  const title = text('bench.title')
  const product = state?.productName
  useEffect(() => {
    document.title = product === undefined ? title : `${title} – ${product}`
  }, [title, product])

  const gone = !live && (
    <Notice status="crit" title={text('bench.gone')}>
      {text('bench.gone.body')}
    </Notice>
  )
  if (!state) return <main className={styles['waiting']}>{gone || <Loading />}</main>
  const { http } = state.addresses
  return (
    <main className={styles['page']}>
      <FacePlate
        product={state.product}
        plate={state.plate}
        display={state.display}
        power={state.power}
        callButtonLit={state.callButtonLit}
        statusLight={state.statusLight}
        identifying={state.identifying}
      />
      <div className={styles['side']}>
        <PageHead
          title={title}
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
            <LinkButton
              href={http}
              target="_blank"
              rel="noreferrer"
              icon={<ExternalLink size={16} />}
            >
              {text('bench.open')}
            </LinkButton>
          }
        />
        {gone}
        {state.device === 'lost' && <LostNotice snapshots={state.snapshots} />}
        <div className={styles['world']}>
          <PowerCard power={state.power} device={state.device} />
          <SurroundingsCard world={state.world} />
          <ClockCard offset={state.clockOffset} />
          <SnapshotsCard names={state.snapshots} />
          <TelephoneCard
            calls={state.calls}
            microphone={state.microphone}
            offset={state.clockOffset}
            running={state.device === 'running'}
            keypad={state.plate.keypad}
          />
          {state.terminals.length > 0 && <PortsCard terminals={state.terminals} />}
          {state.hdmi && <HdmiCard output={state.hdmi} display={state.display} />}
          {state.reader && <ReaderCard reader={state.reader} />}
          {state.sdCard && <SdCardCard {...state.sdCard} />}
          {isTouchable(state) && (
            <HandlingCard
              world={state.world}
              speaker={state.loudspeaker ? state.speaker : undefined}
              hasMicrophone={state.hasMicrophone}
              hasCamera={state.plate.camera}
              shockSensor={state.shockSensor}
            />
          )}
          {state.loudspeaker && <SoundCard sound={state.sound} speaker={state.speaker} />}
          <NetworkCard world={state.world} />
          <CiphersCard oldCiphers={state.oldCiphers} />
          <SlotsCard {...state.firmware} />
          <FirmwareCard persona={state.persona} />
          {state.category === 'audio' && <PeersCard peers={state.world.peers} />}
          <FaultsCard faults={state.faults} />
          <LogCard happened={state.happened} />
        </div>
      </div>
    </main>
  )
}
