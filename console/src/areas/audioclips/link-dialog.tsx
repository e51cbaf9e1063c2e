import type { Clip } from '@lintel/contract/parameters/clips'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { Copyable } from '@lintel/ui/copy'
import { Dialog } from '@lintel/ui/dialog'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFormValues, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SliderField } from '@lintel/ui/slider-field'
import styles from './audioclips.module.css'
import { checkLink, LINK_DEFAULTS, linkTo, volumeOf } from './clip-link.ts'

/** Makes an address that plays the clip when a browser or another device requests it. B §2. */
export function LinkDialog({ clip, onClose }: { clip: Clip; onClose: () => void }) {
  const text = useText()
  const form = useSettingsForm({
    values: LINK_DEFAULTS,
    check: checkLink,
    save: async () => {},
    passing: true,
  })
  const values = useFormValues(form)
  const link = linkTo(clip.id, values)
  const title = text('audioclips.linkTo', { name: clip.name })
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('ui.close')}</Button>}
    >
      <SettingsForm form={form} label={title} layout="stack">
        <SwitchField form={form} name="endless" label={text('audioclips.endless')} />
        {!values.endless && (
          <TextField
            form={form}
            name="plays"
            label={text('audioclips.plays')}
            inputMode="numeric"
            help={text('audioclips.plays.help')}
          />
        )}
        <SliderField
          form={form}
          name="volume"
          label={text('audioclips.volume')}
          help={text('audioclips.volume.help')}
          format={(volume) =>
            text('audioclips.volume.is', { volume: volumeOf({ volume: String(volume) }) })
          }
        />
        <Row name={text('audioclips.link')} help={text('audioclips.link.help')}>
          {link === undefined ? (
            <span className="muted">{text('audioclips.link.none')}</span>
          ) : (
            <Copyable value={link} term={text('audioclips.link')}>
              <span className={styles['link']}>{link}</span>
            </Copyable>
          )}
        </Row>
      </SettingsForm>
    </Dialog>
  )
}
