import { yesNo } from './codec.ts'
import { group } from './group.ts'

/** The server of streams. */
export const rtsp = group('Network', { 'RTSP.Enabled': yesNo })
