import type { BenchState } from '@lintel/contract/bench'
import { insertSdCard, removeSdCard } from '@lintel/contract/bench'
import { SD_CARD_KINDS } from '@lintel/contract/disks'
import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { SelectField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { problem } from '@lintel/contract/rules/problem'
import { BenchCard, Pair } from './bench-card.tsx'
import { sendCommand, useCommand } from './command.ts'

type Card = 'removed' | (typeof SD_CARD_KINDS)[number]

/** Puts an SD card into the slot, and takes it out. */
export function SdCardCard({ inserted, removed }: NonNullable<BenchState['sdCard']>) {
  const text = useText()
  const [remove, removing] = useCommand(removeSdCard)
  const cards: Card[] = removed ? ['removed', ...SD_CARD_KINDS] : [...SD_CARD_KINDS]
  const values: { card: Card } = { card: removed ? 'removed' : 'ext4' }
  const form = useSettingsForm({
    values,
    check: () => ({ errors: {} }),
    save: ({ card }) => sendCommand(insertSdCard, { card }),
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })
  const state = inserted ? 'inserted' : removed ? 'outside' : 'none'
  return (
    <BenchCard
      name="sd"
      title={text('bench.sdCard')}
      aside={<Chip status={inserted ? 'ok' : 'neutral'}>{text(`bench.sdCard.${state}`)}</Chip>}
    >
      {inserted ? (
        <Pair>
          <Button busy={removing} onClick={() => void remove({})}>
            {text('bench.sdCard.takeOut')}
          </Button>
        </Pair>
      ) : (
        <SettingsForm form={form} label={text('bench.sdCard')} layout="stack">
          <SelectField
            form={form}
            name="card"
            label={text('bench.sdCard.card')}
            options={cards.map((card) => ({
              value: card,
              label: text(`bench.sdCard.kind.${card}`),
            }))}
          />
          <Button type="submit" busy={form.saving}>
            {text('bench.sdCard.insert')}
          </Button>
        </SettingsForm>
      )}
    </BenchCard>
  )
}
