/** The tabs of the audio settings. */
import { setMicrophone } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, parameter, saveButton } from './parts.ts'

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)
const mode = (page: Page, value: string) =>
  page.locator(`main [name="duplexMode"][value="${value}"]`)

/** Sets parameters, as another client does. */
const store = (values: Partial<Record<ParameterName, string>>) => (rig: Rig) =>
  rig.root.call(updateParameters, values as Record<string, string>)

const settings = { calls: ['param.list'], inside: true, failed: couldNotLoad }
const saved = (page: Page) => expect(saveButton(page)).toHaveCount(0)

export const audioSettings: readonly PageDescriptor[] = [
  {
    route: '/audio',
    menu: { English: 'Audio settings', German: 'Audioeinstellungen' },
    ready: (page) => expect(mode(page, 'full')).toBeVisible(),
    openings: [
      settings,
      {
        what: 'the speaker test on /audio',
        calls: ['axast.GetSpeakerTestReport'],
        inside: true,
        ready: (page) => expect(page.getByText('Last calibration')).toBeVisible(),
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the duplex mode',
        call: 'param.update',
        fill: (page) => mode(page, 'half').check(),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(mode(page, 'half')).toBeChecked(),
        saved,
        stored: async (rig) => (await parameter(rig, 'root.Audio.DuplexMode')) === 'half',
      },
    ],
    restart: {
      before: (page) => mode(page, 'half').check(),
      after: (page) => expect(mode(page, 'half')).toBeChecked(),
    },
    pictures: [
      { name: 'general' },
      {
        name: 'does not fit',
        before: store({ 'root.AudioSource.A0.InputGain': 'mute' }),
      },
      { name: 'no audio', product: 'A1601' },
      { name: 'fails', before: failing('param.list') },
    ],
  },
  {
    route: '/audio/output',
    ready: (page) => expect(field(page, 'outputGain')).toBeVisible(),
    openings: [settings],
    forms: [
      {
        what: 'the output gain',
        call: 'param.update',
        async fill(page) {
          await field(page, 'outputGain').focus()
          await page.keyboard.press('ArrowLeft')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) =>
          expect(field(page, 'outputGain')).toHaveAttribute('aria-valuetext', '−1\u00A0dB'),
        saved,
        stored: async (rig) => (await parameter(rig, 'root.AudioSource.A0.OutputGain')) === '-1',
        faults: ['cut'],
      },
    ],
    restart: {
      change: store({ 'root.AudioSource.A0.OutputGain': '-12' }),
      after: (page) =>
        expect(field(page, 'outputGain')).toHaveAttribute('aria-valuetext', '−12\u00A0dB'),
    },
    pictures: [
      { name: 'output' },
      { name: 'unused', before: store({ 'root.Audio.DuplexMode': 'get' }) },
    ],
  },
  {
    route: '/audio/input',
    ready: (page) => expect(page.getByRole('meter')).toBeVisible(),
    openings: [
      settings,
      {
        what: 'the encoders on /audio/input',
        calls: ['audio.encoders'],
        ready: (page) => expect(field(page, 'encoding').locator('option')).not.toHaveCount(1),
        failed: (page) => page.getByText('The encoders could not be loaded.'),
      },
    ],
    forms: [
      {
        what: 'the sound source',
        call: 'param.update',
        fill: async (page) => void (await field(page, 'source').selectOption('line')),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'source')).toHaveValue('line'),
        saved,
        stored: async (rig) => (await parameter(rig, 'root.AudioSource.A0.InputType')) === 'line',
        faults: ['cut'],
      },
    ],
    pictures: [
      {
        name: 'input',
        before: (rig) =>
          rig.bench.call(setMicrophone, {
            microphone: { kind: 'tone', hertz: 440, level: 0.2 },
          }),
      },
      {
        name: 'no level',
        before: store({ 'root.Audio.A0.Enabled': 'no' }),
      },
    ],
  },
]
