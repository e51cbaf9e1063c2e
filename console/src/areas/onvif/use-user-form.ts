import { problem } from '@lintel/contract/rules/problem'
import { useSettingsForm } from '@lintel/ui/form'
import type { Checked, Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useRef } from 'react'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { paths } from '../../app/routing/paths.ts'
import type { OnvifUserValues } from './user-values.ts'

/**
 * The form of an ONVIF user. When it is saved, or could not be, the list opens: it shows what is
 * the case. B §8 (ONVIF-18).
 */
export function useUserForm(parts: {
  values: OnvifUserValues
  check: (values: OnvifUserValues) => Checked<OnvifUserValues>
  save: (values: OnvifUserValues) => Promise<void>
  saved: (name: string) => string
}): Form<OnvifUserValues> {
  const { values, check, save, saved } = parts
  const text = useText()
  const openList = useOpenAfterSave(paths.onvifUsers())
  const failed = useRef(false)
  return useSettingsForm<OnvifUserValues>({
    values,
    check,
    holdOnWarnings: true,
    failure: problem('validation.errorSaveUser'),
    async save(typed) {
      failed.current = await save(typed).then(
        () => false,
        () => true,
      )
    },
    onSaved: ({ name }) => {
      if (failed.current) {
        showToast({ status: 'critical', text: text('validation.errorSaveUser') })
      } else showToast({ status: 'ok', text: saved(name) })
      openList()
    },
  })
}
