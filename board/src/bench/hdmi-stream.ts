import type { ServerResponse } from 'node:http'
import type { HdmiMonitor } from '../hdmi-monitor.ts'

const BOUNDARY = 'hdmi'

/** How much may wait for a slow client, in bytes: a few pictures. What has no room is left out. */
const BACKLOG = 200_000

export interface HdmiStream {
  /** Sends the camera's pictures on the HDMI output (Motion JPEG) until the client disconnects. */
  connect(response: ServerResponse): void
  close(): void
}

/** The pictures on the HDMI output. The device sends them only while there is a client. */
export function openHdmiStream({ watch }: Pick<HdmiMonitor, 'watch'>): HdmiStream {
  const clients = new Set<ServerResponse>()
  return {
    connect(response) {
      response.writeHead(200, {
        'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
        'cache-control': 'no-store',
      })
      response.flushHeaders()
      clients.add(response)
      const stop = watch((jpeg) => {
        if (response.writableLength > BACKLOG) return
        response.write(
          `--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`,
        )
        response.write(jpeg)
        response.write('\r\n')
      })
      response.once('close', () => {
        clients.delete(response)
        stop()
      })
    },
    close() {
      for (const client of clients) client.destroy()
    },
  }
}
