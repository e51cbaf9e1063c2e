import '@lintel/contract/messages'

declare module '@lintel/contract/messages' {
  interface Catalogues {
    happened: typeof import('@lintel/contract/messages/happened/en.json')
    bench: typeof import('../../messages/bench/en.json')
  }
}
