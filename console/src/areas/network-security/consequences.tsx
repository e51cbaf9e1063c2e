import { startWebServerTrial } from '@lintel/contract/calls/trial'
import { deviceLocation } from '@lintel/contract/site'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { deviceHas } from '../../app/firmware.ts'
import { brand } from '../../app/start/brand.ts'
import { useStore } from '@lintel/ui/store'
import { activeIn, isDeprecated, isMismatch } from './tls.ts'
import type { TlsState, TlsValues } from './tls.ts'

/** The consequences of the settings in the form, shown before they are saved. */
export function Consequences(props: {
  state: TlsState
  typed: TlsValues
  /** Then the trial is the one that this page is saving. */
  saving: boolean
}) {
  const { state, typed, saving } = props
  const text = useText()
  const { ciphers: reported, certificates, firmwareStatus, triedBy } = state
  const active = activeIn(typed, reported)
  const chosen = certificates.find(({ id }) => id === typed.certificate)
  const fitsNone =
    typed.policy !== 'Http' && active.length > 0 && active.every((name) => isMismatch(name, chosen))
  return (
    <>
      {triedBy !== undefined && !saving && (
        <Notice status="warn" title={text('networkSecurity.onTrial', { user: triedBy })}>
          {text('networkSecurity.onTrial.next')}
        </Notice>
      )}
      {firmwareStatus?.isCommited === false && (
        <Notice status="warn" title={text('networkSecurity.newFirmware')}>
          {text('networkSecurity.newFirmware.next')}
        </Notice>
      )}
      {active.some(isDeprecated) && (
        <Notice status="crit" title={text('networkSecurity.invalidCertsError')} />
      )}
      {fitsNone && (
        <Notice status="warn" title={text('networkSecurity.fitsNone')}>
          {text(`networkSecurity.fitsNone.${chosen?.keyKind === 'ec' ? 'ec' : 'rsa'}`)}
        </Notice>
      )}
      <Leading state={state} typed={typed} />
    </>
  )
}

/** Where the page has to be opened afterwards. */
function Leading({ state, typed }: { state: TlsState; typed: TlsValues }) {
  const text = useText()
  const product = useStore(brand)?.ProdShortName ?? ''
  const secure = deviceLocation().protocol === 'https:'
  const { policy, certificate } = typed
  const protocol = (
    {
      Http: secure && 'toHttp',
      Https: !secure && 'toHttps',
      HttpAndHttps: false,
    } as const
  )[policy]
  const other = secure && policy !== 'Http' && certificate !== state.currentCertificate
  const change = protocol || (other ? 'anew' : undefined)
  if (change === undefined) return null
  const certain = deviceHas(startWebServerTrial) ? 'tried' : 'forGood'
  return (
    <Notice status="warn" title={text(`networkSecurity.${change}`)}>
      {change !== 'toHttp' && `${text('networkSecurity.browserAsks', { product })} `}
      {text(`networkSecurity.${certain}`)}
    </Notice>
  )
}
