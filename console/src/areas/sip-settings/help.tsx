import { useText } from '@lintel/ui/i18n'
import type { ReactNode } from 'react'
import type { SipState } from './settings.ts'

/**
 * Returns the help of a field, which also says that this device stores the setting without acting on
 * it. `name` is that of the member or attribute.
 */
export function useHelp({ unused }: Pick<SipState, 'unused'>) {
  const text = useText()
  return (name: string, help?: string): { help?: ReactNode } => {
    const parts = [help, unused.includes(name) ? text('sipSettings.unused') : undefined]
    const whole = parts.filter((one) => one !== undefined).join(' ')
    return whole === '' ? {} : { help: whole }
  }
}
