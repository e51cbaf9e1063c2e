import { setWorld } from '@lintel/contract/bench'
import type { AudioPeer } from '@lintel/contract/wire'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { BenchCard } from './bench-card.tsx'
import { sendCommand, useCommand } from './command.ts'
import lists from './faults-card.module.css'
import { PeerForm } from './peer-form.tsx'

/** The other audio devices on the network, as the device finds them there. */
export function PeersCard({ peers }: { peers: readonly AudioPeer[] }) {
  const text = useText()
  const [set, busy] = useCommand(setWorld)
  /** The index of the one being edited. */
  const [changing, setChanging] = useState<number>()
  const changed = changing === undefined ? undefined : peers[changing]

  const save = (peer: AudioPeer) =>
    sendCommand(setWorld, {
      peers: changing === undefined || !changed ? [...peers, peer] : peers.with(changing, peer),
    })

  return (
    <BenchCard
      name="peers"
      open="never"
      title={text('bench.peers')}
      note={text('bench.peers.note')}
    >
      {peers.length === 0 ? (
        <p className={lists['none']}>{text('bench.peers.none')}</p>
      ) : (
        <ul className={lists['list']}>
          {peers.map((peer, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two devices may be equal
            <li key={`${peer.mac} ${index}`}>
              <span>
                <b>{peer.name}</b> {peer.type} <span className="mono">{peer.address}</span>{' '}
                {text(`bench.peers.status.${peer.status}`)}
                {peer.leader && `, ${text('bench.peers.leads')}`}
              </span>
              <div>
                <Button
                  kind="quiet"
                  disabled={busy}
                  aria-label={text('bench.peers.changeOne', { name: peer.name })}
                  onClick={() => setChanging(index)}
                >
                  {text('bench.peers.edit')}
                </Button>
                <Button
                  kind="quiet"
                  disabled={busy}
                  aria-label={text('bench.peers.removeOne', { name: peer.name })}
                  onClick={() => {
                    setChanging(undefined)
                    void set({ peers: peers.toSpliced(index, 1) })
                  }}
                >
                  {text('bench.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <PeerForm
        key={changing ?? 'new'}
        peer={changed}
        save={save}
        onDone={() => setChanging(undefined)}
      />
    </BenchCard>
  )
}
