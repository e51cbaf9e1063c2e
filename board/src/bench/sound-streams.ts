import type { ServerResponse } from 'node:http'
import type { SoundLevels } from '@lintel/contract/bench-sound'
import type { SoundMonitor } from '../sound-monitor.ts'

/** How much may wait for a slow client, in bytes: two seconds of sound. */
const BACKLOG = 192_000

export interface SoundStreams {
  /** Sends the meters as server-sent events, until the client disconnects. */
  levels(response: ServerResponse): void
  /** Sends what the loudspeaker plays as PCM, until the client disconnects. */
  samples(response: ServerResponse): void
  close(): void
}

/** The meters and the sound of the device. It sends them only while there is a client. */
export function openSoundStreams({ watch, listen }: Pick<SoundMonitor, 'watch' | 'listen'>) {
  const clients = new Set<ServerResponse>()

  function connect(
    response: ServerResponse,
    type: string,
    begin: (write: (chunk: string | Buffer) => void) => () => void,
  ): void {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
    response.flushHeaders()
    clients.add(response)
    // What a slow client has no room for is left out.
    const stop = begin((chunk) => {
      if (response.writableLength < BACKLOG) response.write(chunk)
    })
    response.once('close', () => {
      clients.delete(response)
      stop()
    })
  }

  const streams: SoundStreams = {
    levels: (response) =>
      connect(response, 'text/event-stream', (write) =>
        watch((levels: SoundLevels) => write(`data: ${JSON.stringify(levels)}\n\n`)),
      ),
    samples: (response) => connect(response, 'application/octet-stream', (write) => listen(write)),
    close() {
      for (const client of clients) client.destroy()
    },
  }
  return streams
}
