import type { CardType } from '@lintel/contract/card-reader'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { SelectField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'

/** Adds a card type without more to the list. B §4 (READER-34). */
export function AddTypeDialog(props: {
  unused: readonly CardType[]
  nameOf: (type: string) => string
  /** Rejects if it could not be stored. */
  onAdd: (type: CardType) => Promise<void>
  onClose: () => void
}) {
  const { unused, nameOf, onAdd, onClose } = props
  const text = useText()
  const form = useSettingsForm<{ cardType: string }>({
    values: { cardType: unused[0] ?? '' },
    checkOn: 'submit',
    save: ({ cardType }) => onAdd(cardType as CardType),
    onSaved: onClose,
  })
  const title = text('pages.newCardType')
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <SelectField
          form={form}
          name="cardType"
          label={text('reader.cardType')}
          options={unused.map((value) => ({ value, label: nameOf(value) }))}
        />
        <FormActions form={form} verb={title}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
