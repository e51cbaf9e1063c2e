import { ipv4 } from '@lintel/contract/rules/address'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem, required } from '@lintel/contract/rules/problem'
import type { AudioPeer } from '@lintel/contract/wire'
import { PEER_STATUSES } from '@lintel/contract/wire'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { useId, useRef, useState } from 'react'
import { Field } from './field.tsx'
import fields from './field.module.css'
import styles from './peer-form.module.css'

const MAC = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/

const EMPTY: AudioPeer = {
  name: '',
  address: '',
  mac: '',
  leader: false,
  status: 'Online',
  type: '',
}

/** The same without what only surrounds the words, addresses as the device writes them. */
const tidied = (peer: AudioPeer): AudioPeer => ({
  ...peer,
  name: peer.name.trim(),
  address: peer.address.trim(),
  mac: peer.mac.trim().toUpperCase().replaceAll('-', ':'),
  type: peer.type.trim(),
})

/** What is wrong with a peer, by field. */
function check(peer: AudioPeer): Partial<Record<keyof AudioPeer, Problem>> {
  const name = required(peer.name)
  const address = required(peer.address) ?? ipv4(peer.address)
  const mac = MAC.test(peer.mac) ? undefined : problem('bench.peers.macRule')
  const type = required(peer.type)
  return {
    ...(name && { name }),
    ...(address && { address }),
    ...(mac && { mac }),
    ...(type && { type }),
  }
}

/** Adds an audio device, or changes the one that is given. */
export function PeerForm(props: {
  peer: AudioPeer | undefined
  busy: boolean
  onSave: (peer: AudioPeer) => Promise<boolean>
  onCancel: () => void
}) {
  const { peer, busy, onSave, onCancel } = props
  const text = useText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(peer ?? EMPTY)
  const [tried, setTried] = useState(false)
  const problems = tried ? check(tidied(draft)) : {}
  const change = (part: Partial<AudioPeer>) => setDraft({ ...draft, ...part })

  async function save(): Promise<void> {
    const wanted = tidied(draft)
    const [wrong] = Object.keys(check(wanted))
    setTried(wrong !== undefined)
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    } else if (await onSave(wanted)) {
      setDraft(EMPTY)
    }
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      aria-label={text(peer ? 'bench.peers.change' : 'bench.peers.new')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      <Field
        name="name"
        label={text('ui.name')}
        value={draft.name}
        problem={problems.name}
        maxLength={64}
        onValue={(name) => change({ name })}
      />
      <Field
        name="type"
        label={text('ui.product')}
        value={draft.type}
        problem={problems.type}
        maxLength={32}
        placeholder="C1410"
        onValue={(type) => change({ type })}
      />
      <Field
        name="address"
        label={text('bench.peers.address')}
        value={draft.address}
        problem={problems.address}
        mono
        placeholder="192.168.0.91"
        onValue={(address) => change({ address })}
      />
      <Field
        name="mac"
        label={text('bench.peers.mac')}
        value={draft.mac}
        problem={problems.mac}
        mono
        placeholder="AE:CC:8E:01:23:45"
        onValue={(mac) => change({ mac })}
      />
      <div>
        <label htmlFor={`${id}s`}>{text('bench.peers.status')}</label>
        <select
          id={`${id}s`}
          className={fields['input']}
          value={draft.status}
          onChange={(event) => change({ status: event.target.value as AudioPeer['status'] })}
        >
          {PEER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {text(`bench.peers.status.${status}`)}
            </option>
          ))}
        </select>
      </div>
      <div className={styles['leader']}>
        <label htmlFor={`${id}l`}>{text('bench.peers.leader')}</label>
        <Switch
          id={`${id}l`}
          checked={draft.leader}
          onChange={(event) => change({ leader: event.target.checked })}
        />
      </div>
      <div className={styles['buttons']}>
        {peer && (
          <Button kind="quiet" onClick={onCancel}>
            {text('ui.cancel')}
          </Button>
        )}
        <Button type="submit" busy={busy}>
          {text(peer ? 'ui.save' : 'bench.peers.add')}
        </Button>
      </div>
    </form>
  )
}
