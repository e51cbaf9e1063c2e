import { SettingsForm, useWrongFields } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Tabs } from '@lintel/ui/tabs'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { usePart } from '../../app/routing/use-part.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import type { AccountValues } from './account-values.ts'
import { GeneralFields } from './general-fields.tsx'
import { NetworkFields } from './network-fields.tsx'
import { PARTS, partsWith } from './part.ts'
import type { Part } from './part.ts'
import { VideoFields } from './video-fields.tsx'

/**
 * The form of an account in tabs. It is saved as a whole; the proxies are not a part of it. B §2.
 * @param props.proxies the list of proxies, outside of the form
 * @param props.children the bar below the fields
 */
export function AccountForm(props: {
  form: Form<AccountValues>
  label: string
  isNew: boolean
  /** Whether the device has a password for it; undefined for a new one. */
  password?: boolean | 'maybe'
  /** Whether the device has a camera whose picture goes with a call. */
  video: boolean
  /** Why the account has to be the default one, or enabled; undefined if it need not. */
  forced: 'default' | 'only' | undefined
  failureAt?: 'top' | 'elsewhere'
  proxies: ReactNode
  notice?: ReactNode
  children: ReactNode
}) {
  const { form, label, isNew, password, video, forced, proxies, notice, children } = props
  const { failureAt = 'top' } = props
  const text = useText()
  const [part, setPart] = usePart<Part>('general', partsWith)
  const wrong = partsWith(useWrongFields(form))

  /** Opens the part of the first error, so that it can be focused. */
  function submit() {
    const found = form.check(form.methods.getValues()).errors
    const parts = partsWith(Object.keys(found))
    const [first] = parts
    if (first !== undefined && !parts.includes(part)) flushSync(() => setPart(first))
    form.submit()
  }

  return (
    <Tabs
      label={label}
      value={part}
      onChange={setPart}
      items={PARTS.filter((one) => one !== 'video' || video).map((value) => ({
        value,
        label: text(value === 'network' ? 'pages.network' : `sipAccounts.part.${value}`),
        wrong: wrong.includes(value),
      }))}
    >
      {part === 'proxies' && proxies}
      <SettingsForm form={{ ...form, submit }} label={label} failureAt={failureAt}>
        {notice}
        {part === 'general' && (
          <GeneralFields form={form} isNew={isNew} password={password} forced={forced} />
        )}
        {part === 'network' && <NetworkFields form={form} />}
        {part === 'video' && <VideoFields form={form} />}
        {part === 'advanced' && <AdvancedFields form={form} />}
        {children}
      </SettingsForm>
    </Tabs>
  )
}
