import { Card } from '@lintel/ui/card'
import { PasswordField, SwitchField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useRef } from 'react'
import type { FieldProps } from './field-props.ts'
import { useHelp } from './help.tsx'
import { keepsPassword } from './settings.ts'
import type { SipValues } from './settings.ts'

/** How calls reach through routers. B §2 (SIPSET-05). */
export function NatFields({ form, state }: FieldProps) {
  const text = useText()
  const help = useHelp(state)
  const stun = useFieldValue(form, 'stun')
  const turn = useFieldValue(form, 'turn')
  const turnServer = useFieldValue(form, 'turnServer')
  const turnUser = useFieldValue(form, 'turnUser')
  useForcedIce(form)
  return (
    <Card>
      <SwitchField
        form={form}
        name="ice"
        label={text('sipSettings.ice')}
        {...help('ICEEnabled', text(turn ? 'sipSettings.ice.forced' : 'sipSettings.ice.help'))}
        disabled={turn}
      />
      <SwitchField
        form={form}
        name="stun"
        label={text('sipSettings.stun')}
        {...help('STUNEnabled', text('sipSettings.stun.help'))}
      />
      {stun && (
        <TextField
          form={form}
          name="stunServer"
          label={text('sipSettings.stunServer')}
          help={text('sipSettings.server.help')}
          mono
        />
      )}
      <SwitchField
        form={form}
        name="turn"
        label={text('sipSettings.turn')}
        {...help('TURNEnabled', text('sipSettings.turn.help'))}
      />
      {turn && (
        <>
          <TextField
            form={form}
            name="turnServer"
            label={text('sipSettings.turnServer')}
            help={text('sipSettings.server.help')}
            mono
          />
          <TextField form={form} name="turnUser" label={text('ui.userName')} autoComplete="off" />
          <PasswordField
            form={form}
            name="turnPassword"
            label={text('ui.password')}
            {...(keepsPassword({ turnServer, turnUser }, state)
              ? { help: text('sipSettings.turnPassword.kept') }
              : {})}
            foreign
          />
        </>
      )}
    </Card>
  )
}

/** TURN is a part of ICE: it switches ICE on, and back off when TURN is not wanted after all. B §4. */
function useForcedIce(form: Form<SipValues>): void {
  const { dirty } = form
  const { getValues, setValue } = form.methods
  const turn = useFieldValue(form, 'turn')
  const forced = useRef(false)
  useEffect(() => {
    if (!dirty) forced.current = false
  }, [dirty])
  useEffect(() => {
    if (turn === getValues('ice')) return
    if (turn || forced.current) setValue('ice', turn, { shouldDirty: true })
    forced.current = turn
  }, [turn, getValues, setValue])
}
