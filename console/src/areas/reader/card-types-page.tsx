import type { CardType } from '@lintel/contract/card-reader'
import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { Button, LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { ReorderList } from '@lintel/ui/reorder-list'
import { useEffect, useRef, useState } from 'react'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { withMoved } from '../../app/stored/saved-list.ts'
import { AddTypeDialog } from './add-type-dialog.tsx'
import { useAdvancedSetup } from './advanced-setup.ts'
import { AdvancedSwitch } from './advanced-switch.tsx'
import { addType, unusedTypes } from './card-types.ts'
import { cardName } from './names.ts'
import { ReaderTab } from './reader-tab.tsx'
import type { ReaderProps } from './reader-tab.tsx'
import styles from './reader.module.css'
import { useTypes } from './use-types.ts'

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

/** What the person is about to do to the list: to delete a type, or to add one of these. */
type Asked = { type: CardType; unused?: never } | { type?: never; unused: readonly CardType[] }

function CardTypes({ state, capabilities }: ReaderProps) {
  const text = useText()
  const faultText = useFaultText()
  const advanced = useAdvancedSetup()
  const { types, fault, change } = useTypes(state)
  const [asked, setAsked] = useState<Asked>()
  const [deleting, setDeleting] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const unused = unusedTypes(types, capabilities)
  const nameOf = (type: string) => cardName(type, capabilities)
  const dataOf = (type: CardType) =>
    state.CardDataConfigs.filter(({ cardType }) => cardType === type).length
  const removed = asked?.type

  const wasAsked = useRef(false)
  useEffect(() => {
    // The button that opened the dialog may be gone with its row, or with the last unused type.
    const lost = wasAsked.current && !asked && document.activeElement === document.body
    if (lost) list.current?.focus()
    wasAsked.current = asked !== undefined
  }, [asked])

  async function remove(type: CardType): Promise<void> {
    setDeleting(true)
    await change(
      types.filter((one) => one !== type),
      types,
    )
    setDeleting(false)
    setAsked(undefined)
  }

  return (
    <Card
      label={text('reader.tab.cards')}
      note={text('reader.cards.note')}
      actions={
        unused.length > 0 &&
        (advanced ? (
          <LinkButton data-field="cards" href={hrefTo(paths.addCardType())}>
            {text('pages.newCardType')}
          </LinkButton>
        ) : (
          <Button data-field="cards" onClick={() => setAsked({ unused })}>
            {text('pages.newCardType')}
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
      <div ref={list} tabIndex={-1} className={styles['items']}>
        <ReorderList
          label={text('reader.tab.cards')}
          items={types.map((id) => ({ id }))}
          nameOf={({ id }) => nameOf(id)}
          empty={text('reader.cards.empty')}
          onMove={(id, to) => void change(withMoved(types, id, to), types)}
          renderActions={({ id }) => (
            <>
              {advanced && (
                <LinkButton
                  href={hrefTo(paths.editCardType({ cardType: id }))}
                  aria-label={text('ui.editNamed', { name: nameOf(id) })}
                >
                  {text('ui.edit')}
                </LinkButton>
              )}
              <Button
                aria-label={text('reader.deleteNamed', { name: nameOf(id) })}
                onClick={() => setAsked({ type: id })}
              >
                {text('ui.delete')}
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
      </div>
      {asked?.unused && (
        <AddTypeDialog
          unused={asked.unused}
          nameOf={nameOf}
          onAdd={addType}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={text('reader.deleteTitle', { name: removed ? nameOf(removed) : '' })}
        body={text('reader.cards.deleteBody', { count: removed ? dataOf(removed) : 0 })}
        confirm={text('reader.deleteType')}
        danger
        busy={deleting}
        onClose={() => setAsked(undefined)}
        onConfirm={() => removed && void remove(removed)}
      />
    </Card>
  )
}
