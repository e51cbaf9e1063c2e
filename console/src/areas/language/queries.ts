import { setLanguage } from '@lintel/contract/calls/language'
import { DeviceFault } from '@lintel/contract/fault'
import { languageFor } from '@lintel/contract/languages'
import type { InterfaceLanguage } from '@lintel/contract/languages'
import { device } from '../../app/device.ts'
import { parametersQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { role } from '../../app/session/me.ts'
import { LANGUAGE } from '../../app/start/start.ts'

/**
 * Sets the language of the device, and reads it back: the console uses what was read. OPEN-05.
 * @throws DeviceFault also when the device accepts and does not change its language
 */
export async function chooseLanguage({ code, name }: InterfaceLanguage): Promise<void> {
  const { queryKey } = parametersQuery(role())
  try {
    await device.call(setLanguage, { language: name.toLowerCase() })
  } catch (fault) {
    // A lost answer may hide a success.
    void queryClient.invalidateQueries({ queryKey })
    throw fault
  }
  await queryClient.invalidateQueries({ queryKey }, { throwOnError: true })
  const now = queryClient.getQueryData(queryKey)?.values.get(LANGUAGE) ?? ''
  if (languageFor(now) !== code) throw new DeviceFault('refused', setLanguage.id, '')
}
