import { Card, Row } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { useId } from 'react'
import { setAdvancedSetup, useAdvancedSetup } from './advanced-setup.ts'

/** Shows or hides the forms for data and keys of cards, in this browser. OPEN-92. */
export function AdvancedSwitch() {
  const text = useText()
  const id = useId()
  const on = useAdvancedSetup()
  return (
    <Card>
      <Row
        label={text('reader.advanced')}
        help={text('reader.advanced.help')}
        htmlFor={id}
        helpId={`${id}h`}
      >
        <Switch
          id={id}
          aria-describedby={`${id}h`}
          data-field="advanced"
          checked={on}
          onChange={() => setAdvancedSetup(!on)}
        />
      </Row>
    </Card>
  )
}
