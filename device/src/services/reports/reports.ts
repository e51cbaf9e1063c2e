import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Worker } from 'node:worker_threads'
import { followSystemLog } from '@lintel/contract/calls/log'
import { crashReport, serverReport, systemLog } from '@lintel/contract/calls/reports'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { FileAnswer } from '@lintel/front-door/serve'
import { tar } from '../../archive/tar.ts'
import { zip } from '../../archive/zip.ts'
import type { Packed } from '../../archive/zip.ts'
import { dateText, localTime, zoneOffset } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { startVideoWorker } from '../../engines/video/start-worker.ts'
import type { Service } from '../service.ts'
import { zoneOf } from '../time/local.ts'
import { cameraOf, takePicture } from '../video/camera-of.ts'
import { pictureRequestOf } from '../video/picture-request.ts'
import { crashesIn, reportText } from './report.ts'
import { followLog, levelOf, LINES_MAX, logText, readLog, timestamp } from './system-log.ts'
import type { LogLine } from './system-log.ts'

const compress = promisify(gzip)

/** Server report, crash report and system log. Source: console specification A §7 "Reports". */
export const reportService: Service = reportServiceWith(startVideoWorker)

/** The same with another way to start the camera's worker. */
export function reportServiceWith(startWorker: () => Worker): Service {
  return (device) => {
    const { clock, parameters, plugged, product } = device
    const now = () => localTime(zoneOf(parameters), clock.now())

    const written = (lines: readonly LogLine[]) => logText(lines, writerOf(device))

    const reportOf = async (lines: readonly LogLine[]) =>
      file('server-report.txt', await reportText(device, lines, written))

    /** A picture with the default settings. */
    async function snapshot(signal: AbortSignal): Promise<Packed> {
      const camera = cameraOf(device, startWorker)
      try {
        const bytes = await takePicture(camera, pictureRequestOf({}, parameters), signal)
        return { name: 'snapshot.jpg', bytes }
      } finally {
        camera.close()
      }
    }

    async function files(withPicture: boolean, signal: AbortSignal): Promise<Packed[]> {
      const lines = await readLog(plugged.logFile)
      const picture = withPicture ? [await snapshot(signal)] : []
      return [await reportOf(lines), file('system-log.txt', written(lines)), ...picture]
    }

    /** File names as devices have them: kind, serial number, date. */
    const nameOf = (what: string, extension: string) =>
      `${what}_${plugged.serial}_${dateText(now())}.${extension}`

    async function packedReport(
      mode: 'zip' | 'zip_with_image' | 'tar_all',
      signal: AbortSignal,
    ): Promise<FileAnswer> {
      if (mode === 'zip_with_image' && !product.camera) {
        throw new Refusal('invalid', 'The device has no camera.')
      }
      const all = await files(
        mode === 'zip_with_image' || (mode === 'tar_all' && product.camera),
        signal,
      )
      if (mode === 'tar_all') {
        return {
          bytes: tar(all, clock.now()),
          contentType: 'application/x-tar',
          fileName: nameOf('server-report', 'tar'),
        }
      }
      const local = new Date(clock.now() + zoneOffset(zoneOf(parameters), clock.now()))
      return {
        bytes: await zip(all, local),
        contentType: 'application/zip',
        fileName: nameOf('server-report', 'zip'),
      }
    }

    return {
      calls: [
        serve(serverReport, async ({ mode }, { signal }) => {
          if (mode !== 'text') return packedReport(mode, signal)
          return (await reportOf(await readLog(plugged.logFile))).bytes
        }),
        serve(crashReport, async () => {
          const lines = await readLog(plugged.logFile)
          const all = [
            file('crashes.txt', crashesIn(lines, written)),
            file('system-log.txt', written(lines)),
            await reportOf(lines),
          ]
          return {
            bytes: await compress(tar(all, clock.now())),
            contentType: crashReport.contentType,
            fileName: nameOf('debug', 'tgz'),
          }
        }),
        serve(systemLog, async ({ appname, text }) => {
          const lines = await readLog(plugged.logFile)
          const requested = lines.filter(
            (line) =>
              (appname === undefined || line.app === appname) &&
              (text === undefined || line.text.includes(text)),
          )
          return written(requested.slice(-LINES_MAX))
        }),
        serve(followSystemLog, async ({ after }) => {
          const { lines, ...part } = await followLog(plugged.logFile, after)
          const { ahead } = writerOf(device)
          return {
            ...part,
            lines: lines.map(({ at, level, app, text }) => ({
              time: at === undefined ? '' : timestamp(at, ahead(at)),
              level: levelOf(level),
              app,
              text,
            })),
          }
        }),
      ],
    }
  }
}

const file = (name: string, text: string): Packed => ({ name, bytes: Buffer.from(text) })

/** Offsets change at full quarters of an hour, if at all. */
const QUARTER = 900_000

/** Formats log lines in local time, with the device's name. */
function writerOf({ parameters }: Device): Parameters<typeof logText>[1] {
  const zone = zoneOf(parameters)
  const known = new Map<number, number>()
  return {
    host: parameters.get('root.Network.VolatileHostName.HostName'),
    ahead(at) {
      const quarter = Math.floor(at / QUARTER)
      const offset = known.get(quarter) ?? zoneOffset(zone, at)
      known.set(quarter, offset)
      return offset
    },
  }
}
