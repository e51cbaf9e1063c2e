import {
  EAPOL_VERSIONS,
  PEAP_LABELS,
  PEAP_VERSIONS,
  setWired8021X,
} from '@lintel/contract/calls/network-settings'
import { ChangedMeanwhile, compareAndWrite } from '@lintel/contract/compare-and-write'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { EAP_METHODS } from '@lintel/contract/rules/port-access'
import { atSite } from '@lintel/contract/site'
import { LinkButton } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { PasswordField, RadioField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { device } from '../app/device.ts'
import type { CertificateDetails } from '../certificates/certificate.ts'
import {
  authoritiesAs,
  authoritiesIn,
  checkPortAccess,
  hasPassword,
  NO_AUTHORITIES,
  readPortAccess,
  requestOf,
  sameValues,
  valuesOf,
  writtenOver,
} from './settings.ts'
import type { PortAccessInfo, PortAccessValues } from './settings.ts'

/** The console's page, on which certificates are made and uploaded. */
const CERTIFICATES = atSite('/webapp/hw/#/certificates')

interface FormProps {
  info: PortAccessInfo
  certificates: readonly CertificateDetails[]
  /** Reads the settings again. */
  again: () => Promise<void>
}

/** The settings of both methods. Passwords are sent, but never read. */
export function PortAccessForm({ info, certificates, again }: FormProps) {
  const text = useText()
  const [read, setRead] = useState(info)
  // Fields that nobody has touched follow it.
  const [shown, setShown] = useState(info)
  // What a save may replace: while something is typed, other people's changes don't become it.
  const [base, setBase] = useState(info)
  const passwordStored = hasPassword(shown)
  const show = (now: PortAccessInfo) => {
    setShown(now)
    setBase(now)
  }
  const form = useSettingsForm<PortAccessValues>({
    values: valuesOf(shown),
    check: (typed) => checkPortAccess(typed, { passwordStored }),
    async save(typed) {
      try {
        const stored = await save(typed, valuesOf(base))
        if (stored) show(stored)
        return stored ? valuesOf(stored) : { ...typed, password: '' }
      } catch (fault) {
        if (!(fault instanceof ChangedMeanwhile)) throw fault
        show(fault.now as PortAccessInfo)
        throw new DeviceFault('conflict', setWired8021X.id, '')
      } finally {
        await again()
      }
    },
    onSaved: () => showToast({ status: 'ok', text: text('portAccess.saved') }),
  })
  if (read !== info) {
    setRead(info)
    setShown(info)
    if (!form.dirty) setBase(info)
  }
  const method = useFieldValue(form, 'method')
  const own = certificates.filter(({ kind }) => kind === 'own')
  const authorities = certificates.flatMap(({ kind, id }) => (kind === 'authority' ? [id] : []))
  return (
    <SettingsForm form={form} label={text('ui.ieee8021x')}>
      <Card>
        <Facts
          items={[
            {
              term: text('ui.state'),
              value: shown.status === 'Stopped' ? text('portAccess.status.Stopped') : shown.status,
            },
          ]}
        />
        <SwitchField
          form={form}
          name="enabled"
          label={text('portAccess.enabled')}
          help={text('portAccess.enabled.help')}
        />
        <RadioField
          form={form}
          name="method"
          label={text('portAccess.method')}
          options={EAP_METHODS.map((value) => ({
            value,
            label: text(`portAccess.method.${value}`),
          }))}
        />
        <SelectField
          form={form}
          name="eapolVersion"
          label={text('portAccess.eapolVersion')}
          help={text('portAccess.eapolVersion.help')}
          options={versions(EAPOL_VERSIONS)}
        />
      </Card>
      <Card
        title={text('portAccess.credentials')}
        actions={
          <LinkButton href={CERTIFICATES} target="_top">
            {text('ui.manageCertificates')}
          </LinkButton>
        }
      >
        {method === 'EAPTLS' ? (
          <TlsFields form={form} own={own} authorities={authorities} />
        ) : (
          <PeapFields form={form} authorities={authorities} passwordStored={passwordStored} />
        )}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

function TlsFields(props: {
  form: Form<PortAccessValues>
  own: readonly CertificateDetails[]
  authorities: readonly string[]
}) {
  const { form, own, authorities } = props
  const text = useText()
  return (
    <>
      <IdentityField form={form} name="tlsIdentity" />
      <SelectField
        form={form}
        name="certificate"
        label={text('portAccess.certificate')}
        help={text('portAccess.certificate.help')}
        options={[
          { value: '', label: text('portAccess.certificate.none') },
          ...own.map(({ id, key }) => ({
            value: id,
            label: key === undefined ? id : `${id} (${key})`,
          })),
        ]}
      />
      <AuthorityField form={form} name="tlsAuthorities" authorities={authorities} />
    </>
  )
}

function PeapFields(props: {
  form: Form<PortAccessValues>
  authorities: readonly string[]
  passwordStored: boolean
}) {
  const { form, authorities, passwordStored } = props
  const text = useText()
  return (
    <>
      <IdentityField form={form} name="peapIdentity" />
      <PasswordField
        form={form}
        name="password"
        label={text('ui.password')}
        help={passwordStored ? text('ui.passwordKept') : undefined}
        foreign
      />
      <AuthorityField form={form} name="peapAuthorities" authorities={authorities} />
      <SelectField
        form={form}
        name="peapVersion"
        label={text('portAccess.peapVersion')}
        options={versions(PEAP_VERSIONS)}
      />
      <SelectField
        form={form}
        name="label"
        label={text('portAccess.label')}
        options={PEAP_LABELS.map((label) => ({
          value: String(label),
          label: text(`portAccess.label.${label}`),
        }))}
      />
    </>
  )
}

/** Versions by their number: `EAPoLv1` is 1. */
const versions = (all: readonly string[]) => all.map((value) => ({ value, label: value.slice(-1) }))

function IdentityField(props: {
  form: Form<PortAccessValues>
  name: 'tlsIdentity' | 'peapIdentity'
}) {
  const text = useText()
  return (
    <TextField
      {...props}
      label={text('portAccess.identity')}
      help={text('portAccess.identity.help')}
      autoComplete="off"
    />
  )
}

/** One authority, none, or the several that somebody has stored by other means. */
function AuthorityField(props: {
  form: Form<PortAccessValues>
  name: 'tlsAuthorities' | 'peapAuthorities'
  authorities: readonly string[]
}) {
  const { form, name, authorities } = props
  const text = useText()
  const chosen = useFieldValue(form, name)
  const [first] = useState(chosen)
  const all = new Set([
    NO_AUTHORITIES,
    ...authorities.map((id) => authoritiesAs([id])),
    first,
    chosen,
  ])
  return (
    <SelectField
      form={form}
      name={name}
      label={text('portAccess.authority')}
      help={text('portAccess.authority.help')}
      options={Array.from(all, (value) => ({
        value,
        label: authoritiesIn(value).join(', ') || text('portAccess.authority.none'),
      }))}
    />
  )
}

/**
 * Saves unless somebody else has changed the settings, and reads them back. A save whose response was
 * lost has succeeded if the device has all that was typed; of a password that can't be known.
 * @returns what the device has now; undefined if it could not be read back
 */
async function save(
  typed: PortAccessValues,
  before: PortAccessValues,
): Promise<PortAccessInfo | undefined> {
  const arrived = (now: PortAccessInfo) =>
    sameValues(valuesOf(now), writtenOver(valuesOf(now), typed))
  try {
    await compareAndWrite({
      read: readPortAccess,
      expected: (now) => sameValues(valuesOf(now), before) || arrived(now),
      write: (_now, options) => device.call(setWired8021X, requestOf(typed), options),
    })
  } catch (fault) {
    const now = isLost(fault) ? await readBack() : undefined
    if (!now || typed.password !== '' || !arrived(now)) throw fault
    return now
  }
  return readBack()
}

const readBack = () => readPortAccess({}).catch(() => undefined)
