import { presentCard } from '@lintel/contract/bench-reader'
import { CARD_TYPES, KEY_TYPES } from '@lintel/contract/card-reader'
import type { CardType } from '@lintel/contract/card-reader'
import { CARD_COMM_MODES } from '@lintel/contract/cards'
import type { CardContent, PresentedCard } from '@lintel/contract/cards'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors, Problem } from '@lintel/contract/rules/problem'
import { SelectField, TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { BenchForm } from './bench-form.tsx'
import { sendCommand } from './command.ts'

interface Draft {
  type: CardType
  uid: string
  /** Without data, nothing is stored on the card. */
  data: string
  sector: string
  block: string
  keyA: string
  keyB: string
  AID: string
  fileNbr: string
  keyNbr: string
  keyType: (typeof KEY_TYPES)[number]
  key: string
  commMode: (typeof CARD_COMM_MODES)[number]
}

const EMPTY: Draft = {
  // Every reader takes it from the factory, and it needs no keys.
  type: 'UID/CSN',
  uid: '04A1B2C3D4E5F6',
  data: '',
  sector: '1',
  block: '0',
  keyA: 'FFFFFFFFFFFF',
  keyB: 'FFFFFFFFFFFF',
  AID: '000001',
  fileNbr: '0',
  keyNbr: '0',
  keyType: 'EV1_AES',
  key: '',
  commMode: 'Encrypted',
}

/** People write bytes with colons, hyphens or blanks between them. */
const bytesIn = (typed: string) => typed.replaceAll(/[\s:-]/g, '').toUpperCase()

function uidRule(typed: string): Problem | undefined {
  const isUid = /^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/.test(bytesIn(typed))
  return isUid ? undefined : problem('bench.reader.uidRule')
}

function bytesRule(typed: string): Problem | undefined {
  return /^([0-9A-F]{2})*$/.test(bytesIn(typed)) ? undefined : problem('bench.reader.bytesRule')
}

function numberRule(typed: string, max: number): Problem | undefined {
  return /^\d{1,2}$/.test(typed) && Number(typed) <= max
    ? undefined
    : problem('bench.reader.numberRule', { max })
}

/** The errors of a card, of the fields that its type has. */
function check(draft: Draft): Errors<Draft> {
  const { type } = draft
  const isClassic = type === 'MIFARE_Classic'
  const isDesfire = type === 'MIFARE_DESFire'
  return found<Draft>({
    uid: uidRule(draft.uid),
    data: bytesRule(draft.data),
    key: isClassic ? undefined : bytesRule(draft.key),
    ...(isClassic && {
      sector: numberRule(draft.sector, 39),
      block: numberRule(draft.block, 15),
      keyA: bytesRule(draft.keyA),
      keyB: bytesRule(draft.keyB),
    }),
    ...(isDesfire && {
      AID: bytesRule(draft.AID),
      fileNbr: numberRule(draft.fileNbr, 31),
      keyNbr: numberRule(draft.keyNbr, 13),
    }),
  })
}

function contentOf(draft: Draft): CardContent | undefined {
  const data = bytesIn(draft.data)
  if (data === '') return undefined
  const key = bytesIn(draft.key)
  switch (draft.type) {
    case 'MIFARE_Classic':
      return {
        kind: 'classic',
        sector: Number(draft.sector),
        block: Number(draft.block),
        keyA: bytesIn(draft.keyA),
        keyB: bytesIn(draft.keyB),
        data,
      }
    case 'MIFARE_DESFire':
      return {
        kind: 'desfire',
        AID: bytesIn(draft.AID),
        fileNbr: Number(draft.fileNbr),
        keyNbr: Number(draft.keyNbr),
        keyType: draft.keyType,
        key,
        commMode: draft.commMode,
        data,
      }
    case 'MIFARE_Ultralight':
      return { kind: 'ultralight', key, data }
    case 'MIFARE_Plus':
    case 'UID/CSN':
      break
  }
  return undefined
}

function cardOf(draft: Draft): PresentedCard {
  const content = contentOf(draft)
  return { type: draft.type, uid: bytesIn(draft.uid), contents: content ? [content] : [] }
}

/** Holds a card in front of a reader, from 1. */
export function CardForm({ reader }: { reader: number }) {
  const text = useText()
  const form = useSettingsForm<Draft>({
    values: EMPTY,
    check: (draft) => ({ errors: check(draft) }),
    save: (draft) =>
      sendCommand(presentCard, { card: cardOf(draft), ...(reader > 1 ? { reader } : {}) }),
    checkOn: 'submit',
    failure: problem('ui.notDone'),
    passing: true,
  })
  const type = useFieldValue(form, 'type')
  const hasData = type !== 'MIFARE_Plus' && type !== 'UID/CSN'
  return (
    <BenchForm
      form={form}
      label={text('bench.reader.card')}
      columns={3}
      verb={text('bench.reader.present')}
      choice={
        <>
          <SelectField
            form={form}
            name="type"
            label={text('bench.reader.type')}
            options={CARD_TYPES.map((one) => ({ value: one, label: one.replaceAll('_', ' ') }))}
          />
          <TextField form={form} name="uid" label={text('bench.reader.uid')} mono />
        </>
      }
    >
      {hasData && (
        <TextField form={form} name="data" label={text('bench.reader.data')} mono optional />
      )}
      {type === 'MIFARE_Classic' && <ClassicFields form={form} />}
      {type === 'MIFARE_DESFire' && <DesfireFields form={form} />}
      {type === 'MIFARE_Ultralight' && (
        <TextField form={form} name="key" label={text('bench.reader.key')} mono optional />
      )}
    </BenchForm>
  )
}

function ClassicFields({ form }: { form: Form<Draft> }) {
  const text = useText()
  return (
    <>
      <TextField
        form={form}
        name="sector"
        label={text('bench.reader.sector')}
        inputMode="numeric"
      />
      <TextField form={form} name="block" label={text('bench.reader.block')} inputMode="numeric" />
      <TextField form={form} name="keyA" label={text('bench.reader.keyA')} mono />
      <TextField form={form} name="keyB" label={text('bench.reader.keyB')} mono />
    </>
  )
}

function DesfireFields({ form }: { form: Form<Draft> }) {
  const text = useText()
  return (
    <>
      <TextField form={form} name="AID" label={text('bench.reader.aid')} mono />
      <TextField form={form} name="fileNbr" label={text('bench.reader.file')} inputMode="numeric" />
      <TextField
        form={form}
        name="keyNbr"
        label={text('bench.reader.keyNumber')}
        inputMode="numeric"
      />
      <SelectField
        form={form}
        name="keyType"
        label={text('bench.reader.keyType')}
        options={KEY_TYPES.map((one) => ({ value: one, label: one.replaceAll('_', ' ') }))}
      />
      <TextField form={form} name="key" label={text('bench.reader.key')} mono />
      <SelectField
        form={form}
        name="commMode"
        label={text('bench.reader.commMode')}
        options={CARD_COMM_MODES.map((one) => ({
          value: one,
          label: text(`bench.reader.commMode.${one}`),
        }))}
      />
    </>
  )
}
