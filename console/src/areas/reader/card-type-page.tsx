import type { CardType } from '@lintel/contract/card-reader'
import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { Card } from '@lintel/ui/card'
import { SelectField } from '@lintel/ui/fields'
import { setInput, SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { SaveFailed } from '@lintel/ui/save-failed'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { history, useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { useAdvancedSetup } from './advanced-setup.ts'
import { AdvancedSwitch } from './advanced-switch.tsx'
import { unusedTypes } from './card-types.ts'
import { itemsOf, itemsOfType, listIn, listValue } from './data-configs.ts'
import { useData } from './data-list.tsx'
import { cardName } from './names.ts'
import { ReaderView } from './reader-tab.tsx'
import type { ReaderProps } from './reader-tab.tsx'
import styles from './reader.module.css'
import { checkType, typeSetting, typeValues } from './type-setting.ts'
import type { TypeValues } from './type-setting.ts'

/** Cancel, a save, and a type that is gone lead to the list. B §2 (READER-05). */
const toList = () => history.navigate(paths.cardTypes(), { force: true })

/** A new card type with its data. B §2 (READER-04). */
export function AddCardTypePage() {
  const text = useText()
  return <Frame title={text('pages.newCardType')}>{(props) => <NewType {...props} />}</Frame>
}

/** The data that are read from cards of a type. B §2 (READER-04). */
export function EditCardTypePage() {
  const text = useText()
  const type = useParam('cardType')
  const { capabilities = {} } = useViewpoint()
  const name = cardName(type, capabilities)
  return (
    <Frame title={text('ui.editNamed', { name })}>
      {(props) => <StoredType {...props} type={type} name={name} />}
    </Frame>
  )
}

/** These pages belong to the advanced set-up, which can be switched on here too. OPEN-92. */
function Frame(props: { title: string; children: (props: ReaderProps) => ReactNode }) {
  const { title, children } = props
  const text = useText()
  const advanced = useAdvancedSetup()
  const content = useRef<HTMLDivElement>(null)
  const wasAdvanced = useRef(advanced)
  useEffect(() => {
    // The switch goes, and takes the focus along.
    if (advanced && !wasAdvanced.current) content.current?.focus()
    wasAdvanced.current = advanced
  }, [advanced])
  return (
    <>
      <PageHead
        title={title}
        trail={[{ label: text('pages.reader'), href: hrefTo(paths.cardTypes()) }]}
      />
      {advanced ? (
        <div ref={content} tabIndex={-1} className={styles['items']}>
          <ReaderView>{children}</ReaderView>
        </div>
      ) : (
        <>
          <Notice title={text('reader.advanced.off')}>{text('reader.advanced.off.next')}</Notice>
          <AdvancedSwitch />
        </>
      )}
    </>
  )
}

type NewTypeValues = { cardType: string; items: string }

function NewType(props: ReaderProps) {
  const { state, capabilities } = props
  const text = useText()
  const unused = unusedTypes(state.CardTypes, capabilities)
  // The choice stays, even if somebody else adds that type.
  const [first, setFirst] = useState(unused[0])
  if (first === undefined && unused[0] !== undefined) setFirst(unused[0])
  const [opened] = useState(state)
  /** What somebody else has stored for a type, once a save has met it. */
  const [theirs, setTheirs] = useState<Partial<Record<CardType, TypeValues>>>({})
  // Data of types that are not in the list can be left over from another client.
  const leftOver = unused.flatMap((type) => itemsOf(state.CardDataConfigs, type))
  const openList = useOpenAfterSave(paths.cardTypes())
  const form = useSettingsForm<NewTypeValues>({
    values: { cardType: first ?? '', items: listValue(leftOver) },
    check: (values) => ({ errors: checkType(values, state, values.cardType as CardType) }),
    async save({ cardType, items }) {
      const type = cardType as CardType
      const before = theirs[type] ?? typeValues(opened, type)
      const basis = { before, changed: new Set(['items']) }
      const own = listValue(itemsOfType(listIn(items), type))
      try {
        await typeSetting(type, true).save({ listed: true, items: own }, basis)
      } catch (fault) {
        if (fault instanceof ChangedMeanwhile) showTheirs(type, fault.now as TypeValues)
        throw fault
      }
    },
    onSaved({ cardType }) {
      const name = cardName(cardType, capabilities)
      showToast({ status: 'ok', text: text('reader.cards.added', { name }) })
      openList()
    },
  })
  const type = useFieldValue(form, 'cardType') as CardType
  const data = useData(form, { ...props, type })

  /** Somebody else has added the type: their data join those of the form, to be saved with them. */
  function showTheirs(of: CardType, values: TypeValues) {
    const typed = listIn(form.methods.getValues('items'))
    const others = listIn(values.items).filter(({ id }) => !typed.some((one) => one.id === id))
    setInput(form, 'items', listValue([...others, ...typed]))
    setTheirs((before) => ({ ...before, [of]: values }))
  }

  if (first === undefined) {
    return <Notice title={text('reader.cards.all')}>{text('reader.cards.all.next')}</Notice>
  }
  return (
    <>
      <SettingsForm form={form} label={text('pages.newCardType')} failureAt="elsewhere">
        <Card>
          <SelectField
            form={form}
            name="cardType"
            label={text('reader.cardType')}
            options={(unused.includes(type) ? unused : [type, ...unused]).map((value) => ({
              value,
              label: cardName(value, capabilities),
            }))}
          />
        </Card>
        {data.list}
        {form.failure?.fault instanceof ChangedMeanwhile && <ChangedNotice />}
        {form.failure && <SaveFailed failure={form.failure} />}
        <CreateBar form={form} verb={text('pages.newCardType')} onCancel={toList} />
      </SettingsForm>
      {data.dialog}
    </>
  )
}

function StoredType(props: ReaderProps & { type: string; name: string }) {
  const { state, type } = props
  const text = useText()
  const there = state.CardTypes.find((one) => one === type)
  useLeaveWhenGone(there === undefined, paths.cardTypes(), text('reader.cards.gone'))
  return there === undefined ? null : <TypeForm {...props} type={there} />
}

function TypeForm(props: ReaderProps & { type: CardType; name: string }) {
  const { state, type, name } = props
  const text = useText()
  const openList = useOpenAfterSave(paths.cardTypes())
  const setting = useMemo(() => typeSetting(type, false), [type])
  const { form, changed } = useStoredForm(setting, {
    state,
    check: (values) => ({ errors: checkType(values, state, type) }),
    onSaved: () => {
      showToast({ status: 'ok', text: text('ui.saved', { name }) })
      openList()
    },
  })
  const data = useData(form, props)
  return (
    <>
      <SettingsForm form={form} label={name}>
        {changed && <ChangedNotice />}
        {data.list}
        <CreateBar form={form} verb={text('ui.save')} onCancel={toList} />
      </SettingsForm>
      {data.dialog}
    </>
  )
}
