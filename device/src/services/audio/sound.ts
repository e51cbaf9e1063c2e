import { ENCODERS } from '@lintel/contract/audio-encoders'
import { encodeLevels } from '@lintel/contract/audio-level'
import { audioLevel, listEncoders } from '@lintel/contract/calls/sound'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { StreamAnswer } from '@lintel/front-door/serve'
import type { Levels } from '../../engines/sound/sound.ts'
import type { Service } from '../service.ts'

/**
 * The microphone's level, and how its sound can be encoded. Source: console specification B §7
 * "Audio".
 */
export const soundService: Service = ({ sound, parameters }) => {
  if (!sound) return { calls: [] }

  const lines = new WeakMap<Levels, Uint8Array>()

  /** Readings as they are sent, each made once for all clients. */
  function lineOf(levels: Levels): Uint8Array {
    const known = lines.get(levels)
    if (known) return known
    const { rms = -Infinity, hold: peak = -Infinity } = levels.input ?? {}
    const count = parameters.get('root.AudioSource.A0.NbrOfChannels')
    const line = Buffer.from(
      encodeLevels({ peak, channels: Array.from({ length: count }, () => rms) }),
    )
    lines.set(levels, line)
    return line
  }

  const stream: StreamAnswer['run'] = (write, signal) =>
    new Promise((resolve) => {
      const stops = [
        sound.subscribe((levels) => void write(lineOf(levels))),
        parameters.subscribe('root.Audio.A0.Enabled', () => {
          if (!sound.isEnabled()) end()
        }),
      ]
      function end(): void {
        for (const stop of stops) stop()
        resolve()
      }
      write(lineOf(sound.levels()))
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })

  return {
    calls: [
      serve(audioLevel, ({ audiochannel }) => {
        if (!sound.isEnabled()) throw new Refusal('disabled', 'Audio is disabled.')
        if (audiochannel !== '0') throw new Refusal('invalid', 'There is no such audio channel.')
        return { contentType: audioLevel.contentType, run: stream }
      }),
      serve(listEncoders, () => ({
        encoders: Object.fromEntries(
          Object.entries(ENCODERS).map(([name, rates]) => [
            name,
            rates.map(({ sample_rate, bit_rates }) => ({ sample_rate, bit_rates: [...bit_rates] })),
          ]),
        ),
      })),
    ],
  }
}
