import { ipv4 } from '@lintel/contract/rules/address'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem, required } from '@lintel/contract/rules/problem'
import type { AudioPeer } from '@lintel/contract/wire'
import { PEER_STATUSES } from '@lintel/contract/wire'
import { Button } from '@lintel/ui/button'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { BenchForm } from './bench-form.tsx'

const MAC = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/

const EMPTY: AudioPeer = {
  name: '',
  address: '',
  mac: '',
  leader: false,
  status: 'Online',
  type: '',
}

/** Without surrounding blanks, and with the address as the device writes it. */
const tidied = (peer: AudioPeer): AudioPeer => ({
  ...peer,
  name: peer.name.trim(),
  address: peer.address.trim(),
  mac: peer.mac.trim().toUpperCase().replaceAll('-', ':'),
  type: peer.type.trim(),
})

/** The errors of a peer, by field. */
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

/** Adds an audio device, or changes the given one. */
export function PeerForm(props: {
  peer: AudioPeer | undefined
  /** @throws DeviceFault */
  save: (peer: AudioPeer) => Promise<void>
  onDone: () => void
}) {
  const { peer, save, onDone } = props
  const text = useText()
  const form = useSettingsForm<AudioPeer>({
    values: peer ?? EMPTY,
    check: (draft) => ({ errors: check(tidied(draft)) }),
    save: (draft) => save(tidied(draft)),
    onSaved() {
      form.methods.reset(EMPTY)
      onDone()
    },
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })
  return (
    <BenchForm
      form={form}
      label={text(peer ? 'bench.peers.change' : 'bench.peers.new')}
      columns={2}
      verb={text(peer ? 'ui.save' : 'bench.peers.add')}
      actions={
        peer && (
          <Button kind="quiet" onClick={onDone}>
            {text('ui.cancel')}
          </Button>
        )
      }
    >
      <TextField form={form} name="name" label={text('ui.name')} maxLength={64} />
      <TextField
        form={form}
        name="type"
        label={text('ui.product')}
        maxLength={32}
        placeholder="C1410"
      />
      <TextField
        form={form}
        name="address"
        label={text('bench.peers.address')}
        mono
        placeholder="192.168.0.91"
      />
      <TextField
        form={form}
        name="mac"
        label={text('ui.macAddress')}
        mono
        placeholder="AE:CC:8E:01:23:45"
      />
      <SelectField
        form={form}
        name="status"
        label={text('bench.peers.status')}
        options={PEER_STATUSES.map((status) => ({
          value: status,
          label: text(`bench.peers.status.${status}`),
        }))}
      />
      <SwitchField form={form} name="leader" label={text('bench.peers.leader')} />
    </BenchForm>
  )
}
