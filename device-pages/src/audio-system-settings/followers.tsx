import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { device } from '../app/device.ts'
import taskStyles from '../app/task.module.css'
import { useAction } from '../app/use-action.ts'
import { removedFrom } from './leave.ts'
import { StatusChip } from '../audio-manager/status-chip.tsx'
import styles from '../audio-manager/members.module.css'

/** The speakers that follow this one, each with a button that removes it. */
export function Followers(props: {
  followers: readonly AudioPeerEntry[]
  again: () => Promise<void>
}) {
  const { followers, again } = props
  const text = useText()
  const faultText = useFaultText()
  const { busy, failure, run } = useAction(again)
  /** The id of the one that the question is about. */
  const [asked, setAsked] = useState<string>()
  const title = text('audioSystemSettings.followers')

  async function remove(id: string, name: string) {
    showToast(
      (await removedFrom(device, id))
        ? { status: 'ok', text: text('audioSystemSettings.removed', { name }) }
        : { status: 'warning', text: text('audioSystemSettings.notTold', { name }) },
    )
    setAsked(undefined)
  }

  return (
    <Card
      title={title}
      note={followers.length === 0 ? text('audioSystemSettings.none') : undefined}
    >
      {failure !== undefined && <Notice status="crit" title={faultText(failure)} />}
      <ul className={styles['list']} aria-label={title}>
        {followers.map((peer) => {
          const { Id: id, Name: name, Address, Credentials } = peer.Configuration
          return (
            <li key={id}>
              <div className={styles['device']}>
                <b>{name}</b>
                <span>{peer.MetaData.Type}</span>
              </div>
              <span className={styles['address']}>{Address.IPAddress}</span>
              <span className={styles['status']}>
                <StatusChip status={peer.ConnectionStatus} />
              </span>
              <span className={styles['action']}>
                {/* The others are simulated on the bench and can only be removed there. */}
                {Credentials.User !== '' && (
                  <Button
                    icon={<Trash2 size={16} aria-hidden="true" />}
                    aria-expanded={asked === id}
                    disabled={busy}
                    onClick={() => setAsked(asked === id ? undefined : id)}
                  >
                    {text('audioSystemSettings.remove', { name })}
                  </Button>
                )}
              </span>
              {asked === id && (
                <div
                  role="alertdialog"
                  aria-label={text('audioSystemSettings.remove', { name })}
                  className={`${taskStyles['confirming']} ${styles['question']}`}
                >
                  <p>
                    <Text id="audioSystemSettings.removeBody" values={{ name }} />
                  </p>
                  <Button disabled={busy} onClick={() => setAsked(undefined)}>
                    {text('ui.cancel')}
                  </Button>
                  <Button kind="danger" busy={busy} onClick={() => run(() => remove(id, name))}>
                    {text('ui.continue')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
