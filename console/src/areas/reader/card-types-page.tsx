import type { CardType } from '@lintel/contract/card-reader'
import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { Button, LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { EditLink } from '@lintel/ui/edit-link'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { ReorderList } from '@lintel/ui/reorder-list'
import { useState } from 'react'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { AddTypeDialog } from './add-type-dialog.tsx'
import { useAdvancedSetup } from './advanced-setup.ts'
import { AdvancedSwitch } from './advanced-switch.tsx'
import { addType, movedType, saveTypes, unusedTypes } from './card-types.ts'
import { cardName } from './names.ts'
import { ReaderTab } from './reader-tab.tsx'
import type { ReaderProps } from './reader-tab.tsx'

/** Which cards are read, in order; with the advanced set-up also which data of them. B §2, B §4. */
export function CardTypesPage() {
  return (
    <ReaderTab>
      {(props) => (
        <>
          <CardTypes {...props} />
          <AdvancedSwitch />
        </>
      )}
    </ReaderTab>
  )
}

/** What the person is about to do to the list, and the list that they have seen. */
interface Asked {
  seen: readonly CardType[]
  /** The type to delete; undefined for a new one. */
  type?: CardType
}

function CardTypes({ state, capabilities }: ReaderProps) {
  const text = useText()
  const faultText = useFaultText()
  const advanced = useAdvancedSetup()
  const [fault, setFault] = useState<{ cause: unknown }>()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const types = state.CardTypes
  const unused = unusedTypes(types, capabilities)
  const nameOf = (type: string) => cardName(type, capabilities)
  const dataOf = (type: CardType) =>
    state.CardDataConfigs.filter(({ cardType }) => cardType === type).length
  const removed = asked?.type

  async function change(next: readonly CardType[], seen: readonly CardType[]): Promise<void> {
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      await saveTypes(next, seen)
    } catch (cause) {
      setFault({ cause })
    } finally {
      setBusy(false)
      setAsked(undefined)
    }
  }

  return (
    <Card
      title={text('reader.tab.cards')}
      note={text('reader.cards.note')}
      actions={
        unused.length > 0 &&
        (advanced ? (
          <LinkButton data-field="cards" href={hrefTo(paths.addCardType())}>
            {text('reader.cards.add')}
          </LinkButton>
        ) : (
          <Button data-field="cards" onClick={() => setAsked({ seen: types })}>
            {text('reader.cards.add')}
          </Button>
        ))
      }
    >
      {fault &&
        (fault.cause instanceof ChangedMeanwhile ? (
          <ChangedNotice>{text('reader.cards.changed')}</ChangedNotice>
        ) : (
          <Notice status="crit" title={text('ui.notSaved')}>
            {faultText(fault.cause)}
          </Notice>
        ))}
      <ReorderList
        label={text('reader.tab.cards')}
        items={types.map((id) => ({ id }))}
        nameOf={({ id }) => nameOf(id)}
        empty={text('reader.cards.empty')}
        onMove={(id, to) => void change(movedType(types, id, to), types)}
        renderActions={({ id }) => (
          <>
            {advanced && (
              <EditLink
                href={hrefTo(paths.editCardType({ cardType: id }))}
                label={text('ui.editNamed', { name: nameOf(id) })}
              />
            )}
            <Button
              kind="quiet"
              aria-label={text('reader.deleteNamed', { name: nameOf(id) })}
              onClick={() => setAsked({ seen: types, type: id })}
            >
              {text('reader.delete')}
            </Button>
          </>
        )}
      >
        {({ id }) => (
          <>
            {nameOf(id)}
            {dataOf(id) > 0 && <small>{text('reader.cards.data', { count: dataOf(id) })}</small>}
          </>
        )}
      </ReorderList>
      {asked && !removed && (
        <AddTypeDialog
          unused={unused}
          nameOf={nameOf}
          onAdd={addType}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={text('reader.deleteTitle', { name: removed ? nameOf(removed) : '' })}
        body={text('reader.cards.deleteBody', { count: removed ? dataOf(removed) : 0 })}
        confirm={text('reader.delete')}
        danger
        busy={busy}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          const { seen } = asked ?? { seen: types }
          void change(
            seen.filter((type) => type !== removed),
            seen,
          )
        }}
      />
    </Card>
  )
}
