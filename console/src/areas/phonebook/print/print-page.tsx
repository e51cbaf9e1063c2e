import type { OrganisationRow } from '@lintel/contract/calls/phonebook-lists'
import { problem } from '@lintel/contract/rules/problem'
import { Card, Row } from '@lintel/ui/card'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, setInput, useFormValues, useSettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { QueryView } from '../../../app/query-view.tsx'
import { hrefTo, paths } from '../../../app/routing/paths.ts'
import { CutText } from '../cut-text.tsx'
import { CALL_GROUP_NAME_SHOWN } from '../../../app/cut.ts'
import { isChosen, PARTS, sectionsOf, withChoice } from './print-list.ts'
import type { PrintValues } from './print-list.ts'
import styles from './print-page.module.css'
import { PrintSheet } from './print-sheet.tsx'
import { openPrintWindow } from './print-window.ts'
import type { PrintWindow } from './print-window.ts'
import { allOrganisationsQuery, readPrinted } from './queries.ts'

/** Prints a list of contacts with their speed dials, to hang it next to the keypad. B §2. */
export function PrintPage() {
  const text = useText()
  const query = useQuery(allOrganisationsQuery)
  return (
    <>
      <PageHead
        title={text('pages.printContacts')}
        note={text('phonebook.print.note')}
        trail={[{ label: text('pages.phonebook'), href: hrefTo(paths.phonebook()) }]}
      />
      <QueryView query={query}>{(organisations) => <PrintForm {...{ organisations }} />}</QueryView>
    </>
  )
}

const NOTHING_CHOSEN: PrintValues = { message: '', company: '', address: '', all: true, chosen: '' }

/** The chosen part of the phonebook is empty. */
class NothingToPrint extends Error {}

function PrintForm({ organisations }: { organisations: readonly OrganisationRow[] }) {
  const text = useText()
  const language = useLanguage()
  const [wrong, setWrong] = useState<'blocked' | 'empty'>()
  const form = useSettingsForm<PrintValues>({
    values: NOTHING_CHOSEN,
    passing: true,
    failure: problem('ui.loadFailed'),
    async save(values) {
      setWrong(undefined)
      const opened = openPrintWindow(text('pages.printContacts'), language)
      setWrong(opened ? await show(opened, values) : 'blocked')
    },
  })
  /** Reads the list and shows it in the window, which closes if there is none. */
  async function show(opened: PrintWindow, values: PrintValues) {
    try {
      opened.show(text('ui.loading'))
      const sections = sectionsOf(await readPrinted(organisations, values))
      if (sections.length === 0) throw new NothingToPrint()
      opened.show(
        <PrintSheet head={values} sections={sections} text={text} onPrint={opened.print} />,
      )
    } catch (fault) {
      opened.close()
      if (fault instanceof NothingToPrint) return 'empty'
      throw fault
    }
    return undefined
  }
  const values = useFormValues(form)
  const title = text('pages.printContacts')
  return (
    <SettingsForm form={form} label={title}>
      {wrong && <Notice status="warn" title={text(`phonebook.print.${wrong}`)} />}
      <Card title={text('phonebook.print.head')} note={text('phonebook.print.head.note')}>
        <TextField form={form} name="company" label={text('phonebook.print.company')} optional />
        <TextField form={form} name="address" label={text('phonebook.print.address')} optional />
        <TextField form={form} name="message" label={text('phonebook.print.message')} optional />
      </Card>
      <Card title={text('phonebook.contacts')}>
        <SwitchField
          form={form}
          name="all"
          label={text('phonebook.print.all')}
          help={text('phonebook.print.all.help')}
        />
        {!values.all &&
          organisations.map((one) => (
            <OrganisationRows key={one.entry} {...{ form, one, values }} />
          ))}
        {!values.all && organisations.length === 0 && (
          <p className={styles['none']}>{text('phonebook.organisations.empty')}</p>
        )}
      </Card>
      <FormActions
        form={form}
        verb={text('phonebook.print.open')}
        disabled={!values.all && values.chosen === ''}
      />
    </SettingsForm>
  )
}

/** The call groups and the contacts of an organisation, each with a box. */
function OrganisationRows(props: {
  form: Form<PrintValues>
  one: OrganisationRow
  values: PrintValues
}) {
  const { form, one, values } = props
  const { entry, label } = one
  const text = useText()
  const id = useId()
  return (
    <Row name={<CutText text={label} max={CALL_GROUP_NAME_SHOWN} />} nameId={id}>
      <fieldset className={styles['parts']} aria-labelledby={id}>
        {PARTS.map((part) => (
          <label key={part}>
            <input
              type="checkbox"
              checked={isChosen(values, entry, part)}
              disabled={one[part] === 0}
              onChange={({ target }) =>
                setInput(form, 'chosen', withChoice(values, entry, part, target.checked))
              }
            />
            {text(`phonebook.print.${part}`, { count: one[part] })}
          </label>
        ))}
      </fieldset>
    </Row>
  )
}
