import { pingTest } from '@lintel/contract/calls/network'
import type { Client } from '@lintel/contract/client'
import type { LanguageCode } from '@lintel/contract/languages'
import { I18n, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { loadMessages } from '@lintel/ui/load-messages'
import type { ReactElement } from 'react'
import { languages } from './address-test-catalogues.ts?languages'

/** What to test, and how to show the result. */
interface AddressTest {
  address: string
  /** The address that the device has. */
  own: string
  language: LanguageCode
}

/**
 * Makes the device ping an address.
 * @returns whether another device has it, and the result for a dialog
 * @throws DeviceFault when it could not
 */
export async function testAddress(
  client: Client,
  { address, own, language }: AddressTest,
  signal: AbortSignal,
): Promise<{ taken: boolean; shown: ReactElement }> {
  const [taken, { catalogues }] = await Promise.all([
    client.call(pingTest, { ip: address }, { signal }),
    loadMessages(languages, language),
  ])
  const isOwn = own === address
  const shown = (
    <I18n catalogues={catalogues}>
      <Found address={address} taken={taken} own={isOwn} />
    </I18n>
  )
  return { taken: taken && !isOwn, shown }
}

function Found({ address, taken, own }: { address: string; taken: boolean; own: boolean }) {
  const text = useText()
  const found = taken ? 'inUse' : 'available'
  return (
    <Notice status={taken ? 'warn' : 'ok'} title={text(`addressTest.${found}`, { address })}>
      {text(taken && own ? 'addressTest.own.note' : `addressTest.${found}.note`)}
    </Notice>
  )
}
