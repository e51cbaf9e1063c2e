import { serverReport } from '@lintel/contract/calls/reports'
import { DeviceFault } from '@lintel/contract/fault'
import { saveFile } from '@lintel/ui/save-file'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { REPORT_TIMEOUT } from '../../app/timing.ts'

/** The server report as text. A §7 Reports. */
export const serverReportQuery = queryOptions({
  queryKey: ['reports', 'server'],
  queryFn: async ({ signal }) => {
    const bytes = await device.call(serverReport, {}, { signal, timeoutMs: REPORT_TIMEOUT })
    return new TextDecoder().decode(bytes)
  },
  // It stays as it was while other windows are used; the page reads a new one when it opens.
  refetchOnWindowFocus: false,
  gcTime: 0,
})

/** The first bytes of a zip archive (PKWARE APPNOTE 4.3.7). */
const ZIP = [0x50, 0x4b, 0x03, 0x04]

/**
 * Downloads the server report, saved as `server-report.zip`. A §7 Reports.
 * @throws DeviceFault also when the device answered with something else, such as text
 */
export async function downloadServerReport(withPicture: boolean): Promise<void> {
  const mode = withPicture ? 'zip_with_image' : 'zip'
  const bytes = await device.call(serverReport, { mode }, { timeoutMs: REPORT_TIMEOUT })
  if (!ZIP.every((byte, at) => bytes[at] === byte)) {
    throw new DeviceFault('malformed', serverReport.id, '')
  }
  saveFile(bytes, 'application/zip', 'server-report.zip')
}
