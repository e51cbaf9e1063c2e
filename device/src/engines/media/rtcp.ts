import {
  ByePacket,
  CompoundPacket,
  ReceiverReportPacket,
  ReceptionReport,
  SdesChunk,
  SdesPacket,
  SenderReportPacket,
} from 'rtp.js/packets'
import type { IncomingStream } from './incoming-stream.ts'

/** Seconds between 1900 and 1970, where NTP and Unix time begin. */
const NTP_OFFSET = 2_208_988_800

/** The type of a source description with a source's lasting name; the library exports only its type. */
const CNAME = 1

/** What a report says about the packets sent. */
export interface Sending {
  ssrc: number
  /** RTP timestamp of now. */
  timestamp: number
  packets: number
  octets: number
}

/** What the last report said, and what arrived from the other side. */
export interface Receiving {
  stream: IncomingStream
  /** Expected and received at the last report. */
  before: { expected: number; received: number }
  /** The middle bits of the other side's last sender report, and when it arrived. */
  lastReport: { middle: number; at: number } | undefined
}

/**
 * A compound packet (RFC 3550 §6): a sender report, or a receiver report if nothing was sent, the
 * name of this source, and a BYE at the end.
 * @param unixMs the time of day
 * @param now monotonic milliseconds
 */
export function makeReport(parts: {
  sending: Sending
  hasSent: boolean
  receiving: Receiving | undefined
  name: string
  unixMs: number
  now: number
  bye?: boolean
}): Buffer {
  const { sending, hasSent, receiving, name, unixMs, now, bye } = parts
  const compound = new CompoundPacket()
  const report = hasSent ? senderReport(sending, unixMs) : new ReceiverReportPacket()
  report.setSsrc(sending.ssrc)
  if (receiving) report.addReport(receptionReport(receiving, now))
  compound.addPacket(report)
  const chunk = new SdesChunk()
  chunk.setSsrc(sending.ssrc)
  chunk.addItem(CNAME, name)
  const description = new SdesPacket()
  description.addChunk(chunk)
  compound.addPacket(description)
  if (bye) {
    const farewell = new ByePacket()
    farewell.addSsrc(sending.ssrc)
    compound.addPacket(farewell)
  }
  return bufferOf(compound.getView())
}

const bufferOf = (view: DataView): Buffer =>
  Buffer.from(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)

function senderReport(sending: Sending, unixMs: number): SenderReportPacket {
  const report = new SenderReportPacket()
  report.setNtpSeconds((Math.floor(unixMs / 1000) + NTP_OFFSET) % 2 ** 32)
  report.setNtpFraction(Math.floor(((unixMs % 1000) / 1000) * 2 ** 32))
  report.setRtpTimestamp(sending.timestamp)
  report.setPacketCount(sending.packets % 2 ** 32)
  report.setOctetCount(sending.octets % 2 ** 32)
  return report
}

function receptionReport(receiving: Receiving, now: number): ReceptionReport {
  const { stream, before, lastReport } = receiving
  const expected = stream.expected - before.expected
  const lost = expected - (stream.received - before.received)
  const report = new ReceptionReport()
  report.setSsrc(stream.ssrc)
  report.setFractionLost(expected > 0 && lost > 0 ? Math.min(255, (lost * 256) / expected) | 0 : 0)
  report.setTotalLost(Math.max(0, Math.min(0x7f_ffff, stream.expected - stream.received)))
  report.setHighestSeqNumber(stream.newest % 2 ** 32)
  report.setJitter(Math.round(stream.jitter))
  if (lastReport) {
    report.setLastSRTimestamp(lastReport.middle)
    report.setDelaySinceLastSR(Math.round(((now - lastReport.at) / 1000) * 65_536) % 2 ** 32)
  }
  return report
}

/**
 * Reads a compound packet.
 * @returns the middle 32 bits of the NTP time of its sender report, if it has one
 * @throws if it is none
 */
export function readReport(packet: Buffer): number | undefined {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
  for (const one of new CompoundPacket(view).getPackets()) {
    if (one instanceof SenderReportPacket) {
      return (one.getNtpSeconds() % 65_536) * 65_536 + Math.floor(one.getNtpFraction() / 65_536)
    }
  }
  return undefined
}
