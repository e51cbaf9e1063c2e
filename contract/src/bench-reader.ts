/** The bench's calls for the card reader. All of our own design. */
import * as v from 'valibot'
import { restCall } from './call.ts'
import { CARD_TYPES, KEY_TYPES } from './card-reader.ts'
import { CARD_COMM_MODES, LED_COLOURS } from './cards.ts'

const origin = { source: 'own design', proof: 'own design', access: 'anyone' } as const
const post = { ...origin, methods: ['POST'], effect: 'write' } as const
const done = v.object({})

const hex = v.pipe(v.string(), v.regex(/^([0-9A-Fa-f]{2})*$/), v.maxLength(1_024))
const number = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

export const presentCard = restCall({
  ...post,
  id: 'bench.presentCard',
  path: '/bench/card',
  summary:
    'Holds a card in front of the reader. A door controller has a `reader` at each door, from 1; the first one is meant if it is absent. `uid`: its serial number of 4, 7 or 10 bytes; `contents`: what is stored on it, and with which keys. All bytes in hexadecimal. The reader answers like a real one: look at `reader` of the state, and at the log. Needs a running device with a reader.',
  request: v.object({
    reader: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
    card: v.object({
      type: v.picklist(CARD_TYPES),
      uid: v.pipe(v.string(), v.regex(/^([0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20})$/)),
      contents: v.pipe(
        v.array(
          v.variant('kind', [
            v.object({
              kind: v.literal('classic'),
              sector: number(39),
              block: number(15),
              keyA: hex,
              keyB: hex,
              data: hex,
            }),
            v.object({
              kind: v.literal('desfire'),
              AID: hex,
              fileNbr: number(31),
              keyNbr: number(13),
              keyType: v.picklist(KEY_TYPES),
              key: hex,
              commMode: v.picklist(CARD_COMM_MODES),
              data: hex,
            }),
            v.object({ kind: v.literal('ultralight'), key: hex, data: hex }),
          ]),
        ),
        v.maxLength(32),
      ),
    }),
  }),
  data: done,
})

export const enterPin = restCall({
  ...post,
  id: 'bench.enterPin',
  path: '/bench/pin',
  summary:
    'Types a PIN at a reader of a door controller, from 1, and ends it with #. The first one is meant if `reader` is absent. Soon after a card, it belongs to that card. Door stations have a keypad at their front instead: `/bench/press`. Needs a running device whose readers have keypads.',
  request: v.object({
    reader: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
    keys: v.pipe(v.string(), v.regex(/^\d{1,32}$/)),
  }),
  data: done,
})

export const controlReader = restCall({
  ...post,
  id: 'bench.controlReader',
  path: '/bench/reader-controller',
  summary:
    "Sends a command over OSDP, as the controller at the other end of the reader's wire does. Needs a running device whose reader has that protocol. A Wiegand controller drives inputs: `/bench/contact`; `reader` of the state has their ports.",
  request: v.object({
    action: v.variant('kind', [
      v.object({
        kind: v.literal('ask'),
        command: v.picklist(['POLL', 'ID', 'CAP', 'LSTAT']),
      }),
      v.object({ kind: v.literal('led'), colour: v.picklist(LED_COLOURS) }),
      v.object({ kind: v.literal('buzzer'), on: v.boolean() }),
    ]),
  }),
  data: done,
})

export const readerCalls = [presentCard, enterPin, controlReader]
