import { VIRTUAL_INPUTS } from '@lintel/contract/action-rules/rule-events'
import * as calls from '@lintel/contract/calls/virtual-inputs'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import { orderIn } from '../io-ports/orders.ts'
import type { Service } from '../service.ts'

const VERSIONS = ['1', calls.VIRTUAL_INPUT_VERSION]

/** Virtual inputs and the manual trigger. Source: public documentation, "Virtual input API". */
export const virtualInputService: Service = ({ virtualInputs }) => ({
  calls: [
    serve(calls.getVirtualInputVersions, () => calls.VIRTUAL_INPUT_VERSION),
    serve(calls.activateVirtualInput, ({ schemaversion, port, duration }) => {
      const input = inputIn(schemaversion, port)
      return virtualInputs.set(input, true, secondsIn(duration))
    }),
    serve(calls.deactivateVirtualInput, ({ schemaversion, port }) =>
      virtualInputs.set(inputIn(schemaversion, port), false),
    ),
    serve(calls.switchManualTrigger, ({ action }) => {
      const { port, steps } = orderIn(action)
      if (port !== calls.MANUAL_TRIGGER_PORT) {
        throw new Refusal('invalid', `The manual trigger is port ${calls.MANUAL_TRIGGER_PORT}.`)
      }
      virtualInputs.manualTrigger.order(steps)
      return null
    }),
    serve(calls.getVirtualInputs, () => ({
      manualTrigger: virtualInputs.manualTrigger.isActive(),
      inputs: Array.from({ length: VIRTUAL_INPUTS }, (_, index) => ({
        port: index + 1,
        active: virtualInputs.isActive(index + 1),
      })),
    })),
  ],
})

/** @throws Refusal with the code of what is missing or wrong */
function inputIn(version: string, port: string): number {
  if (version === '' || port === '') throw refusal('missing')
  if (!VERSIONS.includes(version)) throw refusal('version')
  const number = /^\d{1,4}$/.test(port) ? Number(port) : 0
  if (number < 1 || number > VIRTUAL_INPUTS) throw refusal('absent')
  return number
}

/** @throws Refusal */
function secondsIn(duration: string | undefined): number | undefined {
  if (duration === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(duration) ? Number(duration) : Number.NaN
  if (!(seconds <= calls.VIRTUAL_INPUT_SECONDS_MAX)) throw refusal('duration')
  return seconds
}

function refusal(error: keyof typeof calls.VIRTUAL_INPUT_ERRORS): Refusal {
  const [code, description] = calls.VIRTUAL_INPUT_ERRORS[error]
  return new Refusal('invalid', description, [code])
}
